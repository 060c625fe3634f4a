import type { Teardown } from '../../infra/local/teardown.ts';
import { openStablePort, through, type Pass } from './stable-port.ts';

interface Hold {
  /** `request`: it never reaches the server. `answer`: the server does it, and its answer never arrives. */
  readonly side: 'request' | 'answer';
  /** All of them are in the piece that is held, in one write. */
  readonly marks: readonly string[];
  readonly reached: () => void;
}

/** A line to the server at `url` on which one step of a sender is held until the sender is dead. */
export async function openGate(url: string, teardown: Teardown) {
  const holds = new Set<Hold>();
  function openLine(): readonly [Pass, Pass] {
    let held: Hold | undefined;
    const toServer: Pass = (piece, done) => {
      held ??= take(piece);
      if (held?.side !== 'request') return done(null, piece);
      held.reached();
      done();
    };
    const toCaller: Pass = (piece, done) => {
      if (held === undefined) return done(null, piece);
      held.reached();
      done();
    };
    return [toServer, toCaller];
  }
  return {
    /** The address of the gate. */
    url: through(url, await openStablePort(() => Number(new URL(url).port), teardown, openLine)),
    /** Holds the next step with these marks; resolves when that has come so far. */
    hold: (side: Hold['side'], ...marks: string[]) =>
      new Promise<void>((reached) => void holds.add({ side, marks, reached })),
  };

  /** The hold whose marks are all in the piece. It holds no other piece. */
  function take(piece: Buffer): Hold | undefined {
    const found = [...holds].find(({ marks }) => marks.every((mark) => piece.includes(mark)));
    if (found !== undefined) holds.delete(found);
    return found;
  }
}
