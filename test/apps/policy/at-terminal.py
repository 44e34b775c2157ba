"""Runs a command at a terminal of its own: waits for each text, answers it, prints what was shown, ends as the command did."""
import json
import os
import pty
import re
import select
import sys
import time

steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])

shown = ""
read_from = 0
deadline = time.monotonic() + 60
while True:
    if steps and re.search(steps[0][0], shown[read_from:]):
        read_from = len(shown)
        os.write(terminal, steps.pop(0)[1].encode())
        continue
    if time.monotonic() > deadline:
        os.kill(pid, 9)
        break
    ready, _, _ = select.select([terminal], [], [], 0.5)
    if not ready:
        continue
    try:
        chunk = os.read(terminal, 65536)
    except OSError:  # EIO: the other side is closed
        break
    if not chunk:
        break
    shown += chunk.decode("utf8", "replace")
_, status = os.waitpid(pid, 0)
sys.stdout.write(shown)
sys.exit(os.waitstatus_to_exitcode(status) if not steps else 99)
