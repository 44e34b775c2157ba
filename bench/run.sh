#!/usr/bin/env bash
# Runs one of the benchmarks: bench/run.sh compare
set -euo pipefail
cd "$(dirname "$0")"
[ -d node_modules ] || npm install --no-package-lock --no-audit --no-fund --loglevel=error
mkdir -p out
../node_modules/.bin/esbuild "$1.ts" --bundle --platform=node --format=esm --target=node20 --outfile="out/$1.mjs" --external:sharp --log-level=error \
  --define:OFFHAND_VERSION='"bench"' --banner:js="import{createRequire as __r}from'node:module';const require=__r(import.meta.url);"
../node_modules/.bin/esbuild ../src/backends/x11/seat/person/person-hands-thread.ts --bundle --platform=node --target=node20 --outfile=out/person-hands.cjs --log-level=error
OFFHAND_HOME=$(mktemp -d) exec env -u NODE_EXTRA_CA_CERTS OFFHAND_BENCH="$PWD" OFFHAND_TESTS="$PWD/../test" node "out/$1.mjs" "${@:2}"
