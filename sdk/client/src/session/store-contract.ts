import type { Tokens } from '../oauth/tokens.ts';
import type { ActiveSession, SessionStore } from './session-store.ts';

/** One check of a store; it throws when the store fails it. */
export interface StoreCheck {
  readonly name: string;
  check(): Promise<void>;
}

/**
 * What `openSession` relies on, for any test runner:
 * `for (const { name, check } of listStoreChecks(open)) test(name, check)`. `open` answers one more view on an empty
 * store; calls with the same `name` must lead to the same session, as two processes would have it.
 */
export function listStoreChecks(open: (name: string) => Promise<SessionStore>): StoreCheck[] {
  const pair = async () => {
    const name = crypto.randomUUID();
    return [await open(name), await open(name)] as const;
  };
  const checks: Record<string, () => Promise<void>> = {
    'an empty store holds nothing': async () => {
      const [one] = await pair();
      expectSame(await one.read(), undefined);
    },
    'a record comes back as it was stored, to everybody': async () => {
      const [one, other] = await pair();
      expectSame(await one.replace(makeRecord(1)), true);
      expectSame(await other.read(), makeRecord(1));
      const ended = { status: 'ended', revision: 2, reason: 'invalid_grant', bindingChain: 'c' } as const;
      expectSame(await other.replace(ended), true);
      expectSame(await one.read(), ended);
    },
    'a record that does not follow the stored one is refused': async () => {
      const [one, other] = await pair();
      expectSame(await one.replace(makeRecord(2)), false);
      expectSame(await one.replace(makeRecord(1)), true);
      for (const revision of [1, 3]) expectSame(await other.replace(makeRecord(revision, 'late')), false);
      expectSame(await other.read(), makeRecord(1));
    },
    'of many first records one is stored': async () => expectOneWinner(await pair(), 1),
    'of many next records one is stored': async () => {
      const stores = await pair();
      await stores[0].replace(makeRecord(1));
      await expectOneWinner(stores, 2);
    },
    'one holds the lock at a time, and reads and writes there': async () => {
      const stores = await pair();
      let inside = 0;
      const raise = (store: SessionStore) =>
        store.lock(async () => {
          inside += 1;
          expectSame(inside, 1);
          const stored = await store.read();
          await store.makeRoom?.();
          expectSame(await store.replace(makeRecord((stored?.revision ?? 0) + 1)), true);
          inside -= 1;
        });
      await Promise.all(Array.from({ length: 20 }, (_, at) => raise(stores[at % 2 === 0 ? 0 : 1])));
      expectSame((await stores[0].read())?.revision, 20);
    },
    'the lock answers what the work answers, and ends when the work fails': async () => {
      const [one, other] = await pair();
      const failed = await one.lock(() => Promise.reject(new Error('no'))).catch(() => 'failed');
      expectSame(failed, 'failed');
      expectSame(await other.lock(async () => 7), 7);
    },
  };
  return Object.entries(checks).map(([name, check]) => ({ name, check }));
}

async function expectOneWinner(
  stores: readonly [SessionStore, SessionStore],
  revision: number,
): Promise<void> {
  const names = Array.from({ length: 10 }, (_, at) => `writer ${at}`);
  const won = await Promise.all(
    names.map((name, at) => stores[at % 2 === 0 ? 0 : 1].replace(makeRecord(revision, name))),
  );
  expectSame(won.filter(Boolean).length, 1);
  expectSame(await stores[0].read(), makeRecord(revision, names[won.indexOf(true)]));
}

function makeRecord(revision: number, accessToken = 'access'): ActiveSession {
  const tokens: Tokens = {
    tokenType: 'DPoP',
    accessToken,
    accessExpiresAtMs: 1_900_000_000_123,
    refreshToken: 'refresh',
    refreshExpiresAtMs: 1_900_000_999_456,
    bindingChain: 'chain',
    bindingLink: 'link',
    scope: 'openid offline_access',
    dpopKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'ü', d: "d'\\" },
  };
  return { status: 'active', revision, tokens };
}

function expectSame(actual: unknown, expected: unknown): void {
  const [is, should] = [sortKeys(actual), sortKeys(expected)];
  if (is !== should) throw new Error(`The store gave ${is}, not ${should}.`);
}

/** A database may order the keys of JSON as it likes. */
function sortKeys(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    typeof part === 'object' && part !== null
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted);
}
