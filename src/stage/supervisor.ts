/**
 * Ends a desktop when its owner ends, however that ends. A shell waits on a pipe that only the starting process
 * holds open: the kernel closes it even after kill -9. It runs before any other part of the desktop, so there is
 * no moment at which something could be left behind, and finds the parts by the id in their environment and by the sessions they lead.
 */
import type { Writable } from 'node:stream';
import { DriverError } from '../errors/driver-error.js';
import { type ProcessHandle, spawnProcess } from '../kit/process.js';
import { DESKTOP_ID_VARIABLE, type ProcessRef } from './desktop.js';

export interface Supervision {
  readonly entry: string;
  readonly directory: string;
  readonly record: string;
  readonly path: string;
}

export interface Supervisor {
  readonly process: ProcessRef;
  /** From now on the desktop ends with another process instead of this one. */
  watch(owner: ProcessRef): void;
  /** From now on the desktop lives until it is stopped. */
  release(): void;
  /** Ends the supervisor itself, once there is nothing left to end. */
  end(): Promise<void>;
}

/** $1 marker, $2 directory, $3 record. Field 20 after the command name in /proc/PID/stat is the start time. */
const SCRIPT = `
trap '' HUP INT TERM
marked() { grep -lzxsFe "$1" /proc/[0-9]*/environ | tr -dc '0-9\\n'; }
processes() { cat /proc/[0-9]*/stat 2>/dev/null | sed -n 's/^\\([0-9]*\\) (.*) [^ZX] [0-9]* [0-9]* \\([0-9]*\\) .*/\\1 \\2/p'; }
sessions=' '
learn() {
  leaders=" $(processes | while read -r pid session; do [ "$pid" = "$session" ] && echo "$pid"; done | tr '\\n' ' ')"
  for pid in $(marked "$1"); do
    case $leaders in *" $pid "*) sessions="$sessions$pid " ;; esac
  done
}
parts() {
  marked "$1"
  processes | while read -r pid session; do
    case $sessions in *" $session "*) echo "$pid" ;; esac
  done
}
send() { for pid in $(parts "$2"); do kill -"$1" "$pid" 2>/dev/null; done; }
lives() {
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  set -- "$2" \${stat##*) }
  [ "$2" != Z ] && [ "\${21}" = "$1" ]
}
while read -r verb owner started; do
  case $verb in
    watch) while lives "$owner" "$started"; do sleep 1; done; break ;;
    release) exit 0 ;;
  esac
done
learn "$1"
send TERM "$1"; send CONT "$1"
tries=0
while [ -n "$(parts "$1")" ] && [ $tries -lt 20 ]; do sleep 0.1; tries=$((tries + 1)); done
tries=0
while [ -n "$(parts "$1")" ] && [ $tries -lt 50 ]; do learn "$1"; send KILL "$1"; sleep 0.1; tries=$((tries + 1)); done
rm -rf "$2"; rm -f "$3"
`;

export async function startSupervisor({ entry, directory, record, path }: Supervision): Promise<Supervisor> {
  const args = ['-c', SCRIPT, 'offhand-desktop-supervisor', entry, directory, record];
  const handle = await spawnProcess('sh', args, { env: { PATH: path }, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  handle.unref();
  const pipe = pipeOf(handle);
  return {
    process: { pid: handle.pid, starttime: handle.starttime },
    watch: ({ pid, starttime }) => pipe.end(`watch ${pid} ${starttime}\n`),
    release: () => pipe.end('release\n'),
    end: () => handle.killTree(0),
  };
}

/** How the parts of a desktop are recognised. */
export const environmentEntry = (id: string): string => `${DESKTOP_ID_VARIABLE}=${id}`;

function pipeOf({ stdin }: ProcessHandle): Writable {
  if (!stdin) throw new DriverError('internal', 'the supervisor has no pipe');
  stdin.on('error', () => {}); // EPIPE: somebody ended the supervisor
  // A socket underneath: it must not keep its owner from ending.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return stdin;
}
