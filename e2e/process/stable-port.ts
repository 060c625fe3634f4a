import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Teardown } from '../../infra/local/teardown.ts';

/**
 * A port that leads to wherever a server listens at the moment: it stays the same through the server's kill -9.
 * `hangUp` ends what is connected now. Each piece of data waits for `delayMs` in both directions.
 */
export async function openStablePort(portNow: () => number, teardown: Teardown, delayMs = () => 0) {
  const open = new Set<Socket>();
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const relay = createServer((socket) => {
    const upstream = connect(portNow(), '127.0.0.1');
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(createDelay(delayMs)).pipe(to);
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  teardown.add(() => {
    relay.close();
    hangUp();
  });
  return { port: (relay.address() as AddressInfo).port, hangUp };
}

function createDelay(delayMs: () => number): Transform {
  return new Transform({
    transform(piece, _encoding, done) {
      const ms = delayMs();
      if (ms === 0) done(null, piece);
      else setTimeout(done, ms, null, piece);
    },
  });
}
