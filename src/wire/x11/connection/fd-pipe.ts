import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { getSystemErrorName } from 'node:util';

// Node has no public way to send a descriptor over a socket. libuv has: a write on an IPC pipe may carry a handle,
// and wrapping any descriptor as a pipe makes it such a handle. The bindings are deprecated (DEP0111) but allowed;
// where they are missing, connections simply cannot pass descriptors.
interface PipeHandle {
  open(fd: number): number;
  close(): void;
  connect(request: ConnectRequest, path: string): number;
  writeBuffer(request: WriteRequest, data: Buffer, carried: PipeHandle): number;
}
interface ConnectRequest {
  address?: string;
  oncomplete(status: number): void;
}
interface WriteRequest {
  handle?: PipeHandle;
  oncomplete(status: number): void;
}
interface Bindings {
  readonly Pipe: new (type: number) => PipeHandle;
  readonly PipeConnectWrap: new () => ConnectRequest;
  readonly WriteWrap: new () => WriteRequest;
  readonly types: { readonly SOCKET: number; readonly IPC: number };
}

function loadBindings(): Bindings | undefined {
  try {
    const { binding } = process as unknown as { binding(name: string): unknown };
    const pipes = binding('pipe_wrap') as Pick<Bindings, 'Pipe' | 'PipeConnectWrap'> & { constants: Bindings['types'] };
    const streams = binding('stream_wrap') as Pick<Bindings, 'WriteWrap'>;
    if (!pipes.Pipe || !pipes.PipeConnectWrap || !streams.WriteWrap) return undefined;
    return { Pipe: pipes.Pipe, PipeConnectWrap: pipes.PipeConnectWrap, WriteWrap: streams.WriteWrap, types: pipes.constants };
  } catch {
    return undefined;
  }
}

export interface FdPipe {
  readonly socket: Socket;
  /** Sends the bytes with the descriptor attached; the descriptor is ours to close from here on. */
  sendWithFd(data: Buffer, fd: number): void;
}

/** A unix socket that can carry descriptors, connecting; undefined where Node does not let us. */
export function openFdPipe(path: string): FdPipe | undefined {
  const bindings = loadBindings();
  if (!bindings) return undefined;
  try {
    const pipe = new bindings.Pipe(bindings.types.IPC);
    // Reading must not start before the handle is connected; `handle` is missing from Node's public option types.
    const options = { handle: pipe, pauseOnCreate: true, readable: true, writable: true };
    const socket = new Socket(options);
    connectPipe(bindings, pipe, path, socket);
    return { socket, sendWithFd: (data, fd) => sendWithFd(bindings, pipe, socket, data, fd) };
  } catch {
    return undefined;
  }
}

function connectPipe(bindings: Bindings, pipe: PipeHandle, path: string, socket: Socket): void {
  const request = new bindings.PipeConnectWrap();
  request.address = path;
  request.oncomplete = (status) => {
    if (socket.destroyed) return;
    if (status !== 0) return void socket.destroy(connectError(path, status));
    socket.resume();
    socket.emit('connect');
  };
  const status = pipe.connect(request, path);
  if (status !== 0) socket.destroy(connectError(path, status));
}

function connectError(path: string, status: number): Error {
  const code = getSystemErrorName(status);
  return Object.assign(new Error(`connect ${path}: ${code}`), { code });
}

function sendWithFd(bindings: Bindings, pipe: PipeHandle, socket: Socket, data: Buffer, fd: number): void {
  const carried = new bindings.Pipe(bindings.types.SOCKET);
  if (socket.destroyed || carried.open(fd) !== 0) {
    closeSync(fd);
    socket.destroy(new Error('a descriptor could not be sent'));
    return;
  }
  const request = new bindings.WriteWrap();
  request.handle = pipe;
  request.oncomplete = (status) => {
    carried.close();
    if (status !== 0) socket.destroy(new Error(`sending a descriptor failed with ${status}`));
  };
  if (pipe.writeBuffer(request, data, carried) === 0) return;
  carried.close();
  socket.destroy(new Error('a descriptor could not be queued for sending'));
}
