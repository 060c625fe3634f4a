import { setTimeout as wait } from 'node:timers/promises';
import { dataOf } from '../../e2e/process/user-api-calls.ts';
import type { Urls } from '../../infra/local/environment.ts';
import { demo } from '../../infra/local/person.ts';
import type { Passkey } from '../../services/user-api/src/accounts/passkey.ts';
import { codeOf, post, type Oddities, type Reply } from './ask.ts';
import type { Random } from './random.ts';
import type { Recorder } from './recorder.ts';

export interface World {
  readonly replicas: readonly Urls[];
  /** The public address of drop, which its tokens are for. */
  readonly dropAudience: string;
  /** Where passkeys are used. */
  readonly ssoOrigin: string;
  /** Gives a passkey to its account, past the page that would. Rejects while PostgreSQL is down. */
  addPasskey(passkey: Passkey): Promise<true>;
  readonly odd: Oddities;
  readonly isOver: () => boolean;
  /** Begins the history of an object that is about to be made; `key` and `start` are known once it is. */
  begin(): (kind: string, key: string, start?: string) => Recorder;
  /** Recorded once more when all faults are over, so that an acknowledged act that was lost later is found too. */
  readonly lastLooks: (() => Promise<unknown>)[];
}

/** A race for one object, or for several that follow from it. Its numbers come from `random`, and from nothing else. */
export type Race = (world: World, random: Random) => Promise<void>;

/** Thrown in the setup of an object when the run is over, or when it could not be made. */
export class NotMade extends Error {}

const mostTries = 40;
const pauseMs = 400;

/** Tries at one replica after the other until `work` gives something. Throws {@link NotMade}. */
export async function insist<T>(world: World, work: (urls: Urls) => Promise<T | undefined>): Promise<T> {
  for (let turn = 0; turn < mostTries && !world.isOver(); turn += 1) {
    const urls = world.replicas[turn % world.replicas.length] as Urls;
    const made = await work(urls).catch(() => undefined);
    if (made !== undefined) return made;
    await wait(pauseMs);
  }
  throw new NotMade('it could not be made');
}

/** Runs calls that begin at random moments within `withinMs`. */
export async function atOnce(
  random: Random,
  withinMs: number,
  calls: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const moments = calls.map(() => random.between(0, withinMs));
  await Promise.all(
    calls.map(async (call, at) => {
      await wait(moments[at]);
      await call();
    }),
  );
}

export function several<T>(random: Random, least: number, most: number, make: (at: number) => T): T[] {
  return Array.from({ length: random.between(least, most) }, (_, at) => make(at));
}

/** In how many cases of a hundred a client hangs up on its own request. */
const hangUpPercent = 6;

/** How long a client waits for one answer; undefined: until it is out of patience. */
export function patience(random: Random): { cutMs?: number } {
  return random.between(1, 100) <= hangUpPercent ? { cutMs: random.between(1, 120) } : {};
}

/** A fresh payload for user-api. */
export function takeRelay(world: World, purpose: string, more: Record<string, string> = {}): Promise<string> {
  return insist(world, async ({ sso }) => {
    const reply = await post(`${sso}/relay`, { form: { ...demo.backend, purpose, ...more } });
    return reply?.status === 200 ? String(reply.body['relay']) : undefined;
  });
}

export interface Login {
  readonly email: string;
  readonly headers: Record<string, string>;
}

/** A token of a person, with all that the demo's back end may ask for. */
export function signIn(world: World, { email, headers }: Login): Promise<string> {
  return insist(world, async ({ userApi }) => {
    const relay = await takeRelay(world, 'user_login');
    const json = { relay, 'auth.user': email, 'auth.pass': demo.password };
    const reply = await post(`${userApi}/auth/user/login`, { json, headers });
    return reply?.status === 200 ? String(dataOf(reply)['access_token']) : undefined;
  });
}

let people = 0;

/** A new account with a verified address. Where an answer is lost, the next try is another address. */
export function signUp(
  world: World,
  headers: Record<string, string>,
): Promise<{ id: string; email: string }> {
  return insist(world, async ({ userApi }) => {
    const email = `person-${process.pid}-${(people += 1)}@latchkey.test`;
    const relay = await takeRelay(world, 'signup', { email_verified: email });
    const json = { relay, 'auth.user': email, 'auth.pass': demo.password, name: 'Somebody' };
    const reply = await post(`${userApi}/auth/signup`, { json, headers });
    const user = dataOf(reply)['user'] as { id: string } | undefined;
    return user && { id: user.id, email };
  });
}

/** A value that is made again when it is older than a minute. */
export function createFresh(make: () => Promise<string>): () => Promise<string> {
  let kept: { value: Promise<string>; atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (kept === undefined || nowMs - kept.atMs > 60_000) {
      kept = { value: make(), atMs: nowMs };
      kept.value.catch(() => (kept = undefined));
    }
    return kept.value;
  };
}

/** For a reply that is about to be dropped in a setup: 200, or a code that says it has been done. */
export function isDone(reply: Reply, ...codes: readonly string[]): true | undefined {
  return reply?.status === 200 || codes.includes(codeOf(reply)) ? true : undefined;
}
