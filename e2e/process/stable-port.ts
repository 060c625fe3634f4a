import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import type { Teardown } from '../../infra/local/teardown.ts';

/** Passes a piece of data on by `done`, changed, late or not at all. */
export type Pass = (piece: Buffer, done: TransformCallback) => void;
/** How the pieces of one connection pass. */
type Line = readonly [toServer: Pass, toCaller: Pass];

const passOn: Pass = (piece, done) => done(null, piece);

/**
 * A port that leads to wherever a server listens at the moment: it stays the same through the server's kill -9.
 * `hangUp` ends what is connected now.
 */
export async function openStablePort(
  portNow: () => number,
  teardown: Teardown,
  openLine: () => Line = () => [passOn, passOn],
) {
  const open = new Set<Socket>();
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const relay = createServer((socket) => {
    const upstream = connect(portNow(), '127.0.0.1');
    const [toServer, toCaller] = openLine();
    for (const [from, to, pass] of [
      [socket, upstream, toServer],
      [upstream, socket, toCaller],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(new Transform({ transform: (piece: Buffer, _encoding, done) => pass(piece, done) })).pipe(to);
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  teardown.add(() => {
    relay.close();
    hangUp();
  });
  return { port: (relay.address() as AddressInfo).port, hangUp };
}

/** The address with such a port. */
export function through(url: string, { port }: { readonly port: number }): string {
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  return address.href.replace(/\/$/, '');
}
