import { join } from 'node:path';
import { runToEnd } from '../../infra/local/child-process.ts';
import { sendLoad, type Load } from '../load/send-load.ts';
import type { Result } from '../measure/result.ts';
import type { Run, Side } from '../measure/workload.ts';
import type { createIssuers, TokenStock } from '../place/issuers.ts';
import type { Place } from '../place/start-place.ts';
import type { Sizes } from '../sizes.ts';

/** What workloads are made from. */
export interface Bench {
  readonly place: Place;
  readonly issuers: ReturnType<typeof createIssuers>;
  readonly stock: TokenStock;
  /** Access tokens of user-api. */
  readonly sessions: () => Promise<string[]>;
  readonly sizes: Sizes;
}

const connections = 32;
/** What was prepared is sent whole, however long that takes. */
const longestSeconds = 60;

const isOk = (status: number): boolean => status === 200;

type IsGood = Load['isGood'];

/** Sends one of a few requests again and again until the time is over. */
export function repeat(port: number, requests: readonly Buffer[], isGood: IsGood = isOk): Run {
  const next = (number: number) => requests[number % requests.length];
  return (seconds) => sendLoad({ port, next, isGood }, { connections, seconds });
}

/** Sends each request once. */
export function sendOnce(port: number, requests: readonly Buffer[], isGood: IsGood = isOk): Run {
  const next = (number: number) => requests[number];
  return () => sendLoad({ port, next, isGood }, { connections, seconds: longestSeconds });
}

/**
 * Sends each request sixteen times at once. What it says is how many of them had one winner, and it fails with those that
 * had another number if there `mustBeOne`.
 */
export function race(
  port: number,
  requests: readonly Buffer[],
  { losers, mustBeOne }: { losers: readonly number[]; mustBeOne: boolean },
): Run {
  const copies = requests.flatMap((request) => Array.from({ length: 16 }, () => request));
  return async () => {
    const wins = new Map(requests.map((request) => [request, 0]));
    const isGood = (status: number, _body: string, number: number) => {
      const request = copies[number];
      if (isOk(status) && request !== undefined) wins.set(request, (wins.get(request) ?? 0) + 1);
      return isOk(status) || losers.includes(status);
    };
    const result = await sendOnce(port, copies, isGood)(longestSeconds);
    return { ...result, ...judge([...wins.values()], mustBeOne, result) };
  };
}

function judge(wins: readonly number[], mustBeOne: boolean, { failures }: Result): Partial<Result> {
  const single = wins.filter((count) => count === 1).length;
  const wrong = wins.length - single;
  const note = `${single} of ${wins.length} had one winner, at most ${Math.max(...wins)}`;
  if (!mustBeOne || wrong === 0) return { note };
  return { note, failures: new Map([...failures, ['not one winner', wrong]]) };
}

/** The same run in every round. */
export const always = (run: Run) => () => Promise.resolve(run);

/** A floor of Express 5. */
export function expressSide(
  name: string,
  prepare: Side['prepare'],
  more: Pick<Side, 'aim' | 'isBudgetFloor'> = {},
): Side {
  return { name, kind: 'floor', processes: ['express'], ...more, prepare };
}

/** Bare work in a process of its own. */
export function bareSide(
  name: string,
  kind: 'login' | 'passphrase' | 'signature',
  more: Pick<Side, 'aim' | 'unitsPerRequest' | 'isBudgetFloor'> & { keysFile?: string } = {},
): Side {
  const { keysFile = '', ...rest } = more;
  const script = join(import.meta.dirname, '../peers/bare.ts');
  const run: Run = async (seconds) => {
    const args = ['--disable-warning=ExperimentalWarning', script, kind, String(seconds), keysFile];
    const measured = JSON.parse(await runToEnd(process.execPath, args)) as Omit<Result, 'failures'>;
    return { ...measured, failures: new Map() };
  };
  return { name, kind: 'floor', processes: [], ...rest, prepare: always(run) };
}
