import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runToEnd } from '../../../infra/local/child-process.ts';
import { redeem, type Issuer } from './issuers.ts';
import type { Run, Side } from './measure-workload.ts';
import { sendLoad, type Load, type Result } from './send-load.ts';

const connections = 32;
/** A code that is polled sooner gets slow_down, which is another answer than pending. */
const pollIntervalMs = 5_200;
/** What was prepared is sent whole, however long that takes. */
const longestSeconds = 60;

const isOk = (status: number): boolean => status === 200;

type IsGood = Load['isGood'];

/** Sends one of a few requests again and again until the time is over. */
export function repeat(port: number, requests: readonly Buffer[], isGood: IsGood = isOk): Run {
  const next = (number: number) => requests[number % requests.length];
  return (seconds) => sendLoad({ port, next, isGood }, { connections, seconds });
}

export function sendOnce(port: number, requests: readonly Buffer[], isGood: IsGood = isOk): Run {
  const next = (number: number) => requests[number];
  return () => sendLoad({ port, next, isGood }, { connections, seconds: longestSeconds });
}

/** Sends each request sixteen times at once and notes how many had one winner. With `mustBeOne`, any other number fails. */
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
    const counts = [...wins.values()];
    const single = counts.filter((count) => count === 1).length;
    const note = `${single} of ${counts.length} had one winner, at most ${Math.max(...counts)}`;
    if (!mustBeOne || single === counts.length) return { ...result, note };
    return { ...result, note, failures: new Map([...result.failures, [note, 1]]) };
  };
}

/** Polls each of the same codes once in every round, with an interval of polling between the rounds. */
export function pollAgain(port: number, issue: () => Promise<string[]>) {
  const isPending = (status: number, body: string) =>
    status === 400 && body.includes('authorization_pending');
  let requests: Buffer[] | undefined;
  let notBefore = 0;
  return async () => {
    requests ??= (await issue()).map(redeem);
    const run = sendOnce(port, requests, isPending);
    await pause(Math.max(0, notBefore - performance.now()));
    return async (seconds: number) => {
      const result = await run(seconds);
      notBefore = performance.now() + pollIntervalMs;
      return result;
    };
  };
}

export const always = (run: Run) => () => Promise.resolve(run);

/** A service of ours, and others that work for it. */
export function serviceSide(name: string, prepare: Side['prepare'], ...others: string[]): Side {
  return { name, processes: [name, ...others], prepare };
}

/** The aims beside the peer that keeps what it acknowledges, and beside the one that keeps nothing durably. */
export interface PeerAims {
  readonly durable: number;
  readonly stretch: number;
}

export function peerSide({ name, isDurable }: Issuer, prepare: Side['prepare'], aims?: PeerAims): Side {
  const aim = isDurable ? aims?.durable : aims?.stretch;
  return {
    name,
    processes: [name],
    isPeer: true,
    isStretch: !isDurable,
    ...(aim === undefined ? {} : { aim }),
    prepare,
  };
}

export function expressSide(name: string, prepare: Side['prepare'], aim?: number): Side {
  return { name, processes: ['express'], ...(aim === undefined ? {} : { aim }), prepare };
}

/** Bare work in a process of its own. */
export function bareSide(
  name: string,
  kind: 'login' | 'passphrase' | 'signature',
  { keysFile = '', ...more }: Pick<Side, 'aim' | 'unitsPerRequest'> & { keysFile?: string } = {},
): Side {
  const script = join(import.meta.dirname, '../peers/bare.ts');
  const run: Run = async (seconds) => {
    const args = ['--disable-warning=ExperimentalWarning', script, kind, String(seconds), keysFile];
    const measured = JSON.parse(await runToEnd(process.execPath, args)) as Omit<Result, 'failures'>;
    return { ...measured, failures: new Map() };
  };
  return { name, processes: [], ...more, prepare: always(run) };
}
