#!/bin/sh
# Prints each file named on the pipe in $1 on an empty screen; the file sets the window's title itself.
# Opened for writing too: the pipe never ends, so nothing written between two readers is lost.
exec 3<> "$1"
while read -r file <&3; do
  printf '\033[2J\033[H\033[?25l'
  cat "$file"
done
