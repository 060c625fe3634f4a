import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What every answer begins with, in two parts: where the first one was reset, the second one fails. */
const beginning = ['HTTP/1', '.1 '] as const;
/** How long a reset may be on its way. */
const resetMs = 250;

/** Lets callers end their side of a connection and still get their answer. Node ends both sides otherwise. */
export function keepHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/**
 * Answers whether the caller's connection is closed or reset. A caller that has only ended its side looks the same as one
 * that has closed, until something is sent: that gets a reset from whoever has closed. So the first bytes of the answer,
 * which are always the same, are sent ahead. Source: RFC 9293 3.10.7.1 and 3.6.1.
 */
export function watchCaller({ socket }: IncomingMessage, response: ServerResponse): () => Promise<boolean> {
  let asked: Promise<void> | undefined;
  const ask = () => {
    // The answers of earlier requests may still be on their way, or this one is.
    if (socket.writable && response.socket === socket && !response.headersSent)
      asked ??= beginAnswer(socket, response);
  };
  socket.once('end', ask);
  response.once('close', () => socket.off('end', ask));
  return async () => {
    await asked;
    return socket.destroyed;
  };
}

/** Sends the beginning of the answer, and takes it out of what is written next. */
async function beginAnswer(socket: Socket, response: ServerResponse): Promise<void> {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let sent = 0;
  socket.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    socket.write = write;
    return write(chunk.slice(sent), ...rest);
  };
  for (const part of beginning) {
    if (socket.destroyed || response.headersSent) return;
    sent += part.length;
    await new Promise<void>((resolve) => write(part, () => resolve()));
    if (part === beginning[0]) await wait(resetMs, undefined, { ref: false });
  }
}
