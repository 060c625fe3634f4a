import { refused, type Call, type History } from './check-history.ts';

/** What a client made of an answer; null where the outcome is not known. */
export interface Seen {
  readonly answer: string | null;
  readonly value?: string;
}

/** What is asked of one object while it is raced for. */
export interface Recorder {
  readonly history: () => History;
  /** Sends a request and keeps when it began and ended, and what it came to. `send` gets the id of the call. */
  call(act: string, input: string, send: (id: number) => Promise<Seen>): Promise<Seen>;
}

/** Counts what all clients were answered. */
export interface Tally {
  calls: number;
  unanswered: number;
  refused: number;
}

/** What all recorders of a run share. */
export interface Clockwork {
  /** Times of calls are counted from here on. */
  readonly originMs: number;
  readonly tally: Tally;
  /** False for the last looks, when nothing is wrong any more. */
  readonly isRacing: () => boolean;
  /** Whether all clocks were right in a span. */
  readonly isSteady: (fromMs: number, toMs: number) => boolean;
}

/** Records the calls about one object, whose making began at `fromMs`. */
export function startRecorder(
  about: Pick<History, 'kind' | 'key' | 'start'>,
  fromMs: number,
  { originMs, tally, isRacing, isSteady }: Clockwork,
): Recorder {
  let lastMs = performance.now();
  const calls: Call[] = [];
  const now = () => performance.now() - originMs;
  return {
    history: () => ({ ...about, isSteady: isSteady(fromMs, lastMs), calls }),
    async call(act, input, send) {
      const id = calls.length + 1;
      // From here on it may take effect, whatever becomes of the client.
      const open = { id, act, input, beginMs: now(), endMs: null, answer: null, value: '' };
      calls.push(open);
      const seen = await send(id);
      const { answer, value = '' } = seen;
      if (answer !== null) calls[id - 1] = { ...open, endMs: now(), answer, value };
      if (isRacing()) lastMs = performance.now();
      tally.calls += 1;
      if (answer === null) tally.unanswered += 1;
      if (answer === refused) tally.refused += 1;
      return seen;
    },
  };
}
