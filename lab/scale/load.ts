import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Urls } from '../../infra/local/environment.ts';
import { decide, demo, fromNetwork } from '../../infra/local/person.ts';
import {
  postForm,
  postJson,
  redemption,
  refreshing,
  tokensOf,
  type Answer,
} from '../../infra/local/raw-requests.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import { insist, type Judged } from './answers.ts';

export interface StoredDrop {
  readonly id: string;
  readonly key: string;
  isTried: boolean;
  deliveries: number;
  /** Whether an answer to a taker was lost, with the payload in it. */
  isUnclear: boolean;
}

/** A device that was acknowledged, with the tokens of each rotation. */
export interface Device {
  readonly packages: TokenPackage[];
}

/** What was acknowledged, and what went wrong already while it was. */
export interface Ledger {
  readonly drops: StoredDrop[];
  readonly devices: Device[];
  approvals: number;
  begunAgain: number;
  readonly lost: string[];
  readonly twice: string[];
  readonly odd: string[];
}

const client = demo.rp;
const people = [demo.email, 'admin@latchkey.test', 'root@latchkey.test'] as const;
/** Of each worker between two acts: the load is small, so that what fails is the fault's. */
const paceMs = 60;
const [signers, dropUsers] = [2, 3];
/** Polls of an approved code that stay pending until it is taken for forgotten. */
const mostPolls = 8;

const readTokens = ({ answer }: Judged) => (answer.status === 200 ? tokensOf(answer) : undefined);
const describeAnswer = ({ status, body }: Answer) => `${status} ${String(body['error'] ?? body['code'])}`;

/** Polls until the code is settled, or pending for too long. */
async function poll(urls: Urls, deviceCode: string): Promise<Judged> {
  let hasFailed = false;
  for (let polls = 1; ; polls += 1) {
    const polled = await insist(() => postForm(`${urls.sso}/token`, redemption(client, deviceCode)));
    hasFailed ||= polled.hasFailed;
    const isPending = ['authorization_pending', 'slow_down'].includes(String(polled.answer.body['error']));
    if (!isPending || polls === mostPolls) return { answer: polled.answer, hasFailed };
    await wait(1_000);
  }
}

/** One device authorization: start, approval on the page, a pickup by two requests at once. */
export async function signIn(urls: Urls, at: number, ledger: Ledger): Promise<Device | undefined> {
  const scope = 'openid profile email offline_access';
  const network = fromNetwork(at);
  const start = () => postForm(`${urls.sso}/device_authorization`, { ...client, scope }, network);
  const started = (await insist(start)).answer;
  if (started.status !== 200) throw new Error(`a start was answered ${describeAnswer(started)}`);
  const { device_code, user_code } = started.body as Record<'device_code' | 'user_code', string>;
  const person = { email: people[at % people.length] ?? demo.email, network };
  const approved = await insist(() => decide(urls, user_code, 'approve', person));
  if (approved.answer.status === 200) ledger.approvals += 1;
  // 400: the code waits for nobody any more, since an approval whose answer was lost has happened, or Redis has forgotten it.
  else if (approved.answer.status !== 400) ledger.odd.push(`approval: ${describeAnswer(approved.answer)}`);
  const both = await Promise.all([poll(urls, device_code), poll(urls, device_code)]);
  const delivered = both.map(readTokens).filter((tokens) => tokens !== undefined);
  const [tokens] = delivered;
  if (delivered.length > 1) ledger.twice.push('pickup');
  if (tokens === undefined) {
    // A pickup whose answer was lost is known by its failed request; else Redis has forgotten the code.
    if (!both.some(({ hasFailed }) => hasFailed)) ledger.begunAgain += 1;
    return undefined;
  }
  const device = { packages: [tokens] };
  ledger.devices.push(device);
  return device;
}

/** Rotates the tokens of a device by `copies` of one request at once. False where its family has ended. */
export async function rotate(urls: Urls, device: Device, copies: number, ledger: Ledger): Promise<boolean> {
  const form = refreshing(client, device.packages.at(-1) as TokenPackage);
  const send = () => insist(() => postForm(`${urls.sso}/token`, form));
  const answers = await Promise.all(Array.from({ length: copies }, send));
  const successors = answers.map(readTokens).filter((tokens) => tokens !== undefined);
  if (new Set(successors.map(({ refresh_token: token }) => token)).size > 1) ledger.twice.push('rotation');
  const [tokens] = successors;
  if (tokens === undefined || successors.length < copies) {
    ledger.lost.push(`family: ${answers.map(({ answer }) => describeAnswer(answer)).join(', ')}`);
    return false;
  }
  device.packages.push(tokens);
  return true;
}

/** Stores a drop; undefined where the answer with its key was lost. */
async function store(urls: Urls, token: string): Promise<StoredDrop | undefined> {
  const id = randomUUID();
  const sent = { token, id, payload: `payload of ${id}` };
  const { answer, hasFailed } = await insist(() => postJson(`${urls.drop}/v1/drop/store`, sent));
  if (answer.status === 409 && hasFailed) return undefined;
  if (answer.status !== 200) throw new Error(`a drop was answered ${describeAnswer(answer)}`);
  const { key } = answer.body['data'] as { key: string };
  return { id, key, isTried: false, deliveries: 0, isUnclear: false };
}

/** Has a drop taken by `takers` at once. */
export async function take(urls: Urls, token: string, drop: StoredDrop, takers: number): Promise<void> {
  const { id, key } = drop;
  const send = () => insist(() => postJson(`${urls.drop}/v1/drop/consume`, { token, id, key }));
  const answers = await Promise.all(Array.from({ length: takers }, send));
  drop.isTried = true;
  drop.deliveries += answers.filter(({ answer }) => answer.status === 200).length;
  drop.isUnclear ||= answers.some(({ hasFailed }) => hasFailed);
}

/** Signs in, rotates, stores and takes until it is stopped. Its first device must be signed in by then. */
export function startLoad(urls: Urls, token: string, ledger: Ledger) {
  const state = { isStopped: false };
  const repeat = async (act: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !state.isStopped; turn += 1) {
      await act(turn);
      await wait(paceMs);
    }
  };
  const signInOften = (worker: number) =>
    repeat(async (turn) => {
      const device = await signIn(urls, worker + signers * turn, ledger);
      if (device === undefined) return;
      for (const copies of [2, 1, 1]) if (!(await rotate(urls, device, copies, ledger))) return;
    });
  const useDrops = () =>
    repeat(async (turn) => {
      const drop = await store(urls, token);
      if (drop === undefined) return;
      ledger.drops.push(drop);
      // Of three drops one stays, one is taken by one request, and one by two at once.
      if (turn % 3 > 0) await take(urls, token, drop, turn % 3);
    });
  const [first] = ledger.devices;
  const keepRotating = () =>
    repeat(async (turn) => first && (await rotate(urls, first, 1 + (turn % 2), ledger)));
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const work = Promise.all([
    ...numbers(signers).map(signInOften),
    ...numbers(dropUsers).map(useDrops),
    keepRotating(),
  ]);
  // Whoever stops it sees the reason.
  work.catch(() => undefined);
  return async () => {
    state.isStopped = true;
    await work;
  };
}
