import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { Teardown } from '../../infra/local/teardown.ts';

interface Hold {
  /** `request`: it never reaches the server. `answer`: the server does it, and its answer never arrives. */
  readonly side: 'request' | 'answer';
  /** All of them are in the piece that is held, in one write. */
  readonly marks: readonly string[];
  readonly reached: () => void;
}

/** A line to a server on which one step of a sender is held until the sender is dead. */
export async function openGate(portNow: () => number, teardown: Teardown) {
  const holds = new Set<Hold>();
  const relay = createServer((socket) => {
    const upstream = connect(portNow(), '127.0.0.1');
    let held: Hold | undefined;
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      from.on('error', () => undefined).on('close', () => to.destroy());
    socket.on('data', (piece) => {
      held ??= [...holds].find(({ marks }) => marks.every((mark) => piece.includes(mark)));
      if (held !== undefined) holds.delete(held);
      if (held?.side === 'request') held.reached();
      else upstream.write(piece);
    });
    upstream.on('data', (piece) => {
      if (held === undefined) socket.write(piece);
      else held.reached();
    });
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  teardown.add(() => void relay.close());
  return {
    port: (relay.address() as AddressInfo).port,
    /** Holds the next step with these marks; resolves when that has come so far. */
    hold: (side: Hold['side'], ...marks: string[]) =>
      new Promise<void>((reached) => void holds.add({ side, marks, reached })),
  };
}
