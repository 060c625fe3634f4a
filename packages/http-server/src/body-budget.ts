import { createGate, type Schedule } from '@latchkey/secrets';

const mebibyte = 1024 * 1024;

/** The longest body that has a share of its own. Source: contract part 0 "Budgets". */
const smallBodyBytes = 100 * 1024;
/** What all small bodies may hold together, so that large ones never keep them out. */
const smallBytesInFlight = 16 * mebibyte;
/** One network holds at most this part of each share. */
const networkPart = 1 / 8;
/** What a piece costs beside its bytes: a body that arrives byte by byte takes 700 times its size. */
const pieceBytes = 1024;

/**
 * How many large bodies are handled at a time. One that is parsed, sealed and on its way to PostgreSQL takes ten times its
 * size; the others wait as bytes. Source: contract part 0 "Budgets".
 */
const handledAtOnce = 2;
const waitMs = 8_000;

/** What a body without room gets, with this Retry-After. */
export const retryAfterSeconds = 2;
export const noRoom = {
  code: 'overloaded',
  message: 'Too many request bodies are arriving; try again later',
} as const;

export interface BodyBooking {
  /** Books a piece as it arrives; false: there is no room for it, and it was not booked. */
  book(bytes: number): boolean;
  /** A large body is there when its turn comes, which lasts until the release, else rejected as overloaded. */
  takeTurn(body: Buffer): Buffer | Promise<Buffer>;
  /** Gives everything back, and the turn. Nothing may be booked afterwards, and no turn is taken. */
  release(): void;
}

/** The memory that the bodies of requests may take in this process. */
export interface BodyBudget {
  /** `expectedBytes`: how long the body says that it is, or may be. `network` as `networkOf` names it. */
  open(network: string, expectedBytes: number): BodyBooking;
  /** What is held now, and how many bodies found no room since the start. */
  load(): { readonly heldBytes: number; readonly refused: number };
}

interface Share {
  held(): number;
  take(network: string, bytes: number): boolean;
  give(network: string, bytes: number): void;
}

/**
 * Bodies that are longer than 100 KB share `bytesInFlight`; shorter ones have 16 MiB.
 * Source: contract part 0 "Budgets".
 */
export function createBodyBudget(bytesInFlight = 64 * mebibyte, schedule?: Schedule): BodyBudget {
  const large = createShare(bytesInFlight);
  const small = createShare(smallBytesInFlight);
  const turns = createGate({
    concurrency: handledAtOnce,
    queueLength: Math.ceil(bytesInFlight / smallBodyBytes),
    waitMs,
    overloaded: noRoom,
    retryAfterSeconds,
    schedule,
  });
  let refused = 0;
  return {
    open(network, expectedBytes) {
      const share = expectedBytes > smallBodyBytes ? large : small;
      let held = 0;
      let isReleased = false;
      let endTurn = () => undefined as void;
      return {
        book(bytes) {
          const taken = share.take(network, bytes + pieceBytes);
          if (taken) held += bytes + pieceBytes;
          else refused += 1;
          return taken;
        },
        takeTurn(body) {
          // What was refused while it arrived takes no turn, which nothing would end.
          if (isReleased || body.length <= smallBodyBytes) return body;
          const handled = new Promise<void>((end) => (endTurn = end));
          return new Promise((begin, refuse) => {
            turns(() => (begin(body), handled)).catch(refuse);
          });
        },
        release() {
          share.give(network, held);
          held = 0;
          isReleased = true;
          endTurn();
        },
      };
    },
    load: () => ({ heldBytes: large.held() + small.held(), refused: refused + turns.load().refused }),
  };
}

function createShare(limit: number): Share {
  const heldByNetwork = new Map<string, number>();
  let held = 0;
  const change = (network: string, bytes: number) => {
    held += bytes;
    const left = (heldByNetwork.get(network) ?? 0) + bytes;
    if (left === 0) heldByNetwork.delete(network);
    else heldByNetwork.set(network, left);
  };
  return {
    take(network, bytes) {
      const ofNetwork = heldByNetwork.get(network) ?? 0;
      if (held + bytes > limit || ofNetwork + bytes > limit * networkPart) return false;
      change(network, bytes);
      return true;
    },
    give: (network, bytes) => change(network, -bytes),
    held: () => held,
  };
}
