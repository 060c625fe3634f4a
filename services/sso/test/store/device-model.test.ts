import { useTestRedis } from '@latchkey/testing';
import fc from 'fast-check';
import type { DeviceStore } from '../../src/oauth/device/device-store.ts';
import { createDeviceStore } from '../../src/store/device-store.ts';
import { createApproval, createDeviceRequest, createHeld, startMs, testState } from '../device-request.ts';
import { createModelDeviceStore } from './model-device-store.ts';

const redis = useTestRedis();

type Act = (store: DeviceStore, hash: string, nowMs: number) => Promise<unknown>;

const user = fc.constantFrom('user-1', 'user-2');
const claim = fc.integer({ min: 1, max: 3 });

const act: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('demo-cli', 'other')
      .map((id) => named(`poll ${id}`, (s, h, now) => s.poll(h, id, now))),
  },
  fc.constant(
    named('redeem on the other road', (s, h, now) => s.poll(h, 'demo-cli', now, undefined, 'browser')),
  ),
  user.map((id) => named(`bind ${id}`, (s, h, now) => s.bindAccount(h, id, now))),
  user.map((id) =>
    named(`approve ${id}`, (s, h, now) => s.approve(h, createApproval({ userId: id, approvedAtMs: now }))),
  ),
  fc
    .tuple(user, fc.constantFrom('0001', '0002'))
    .map(([id, number]) =>
      named(`hold ${id} for ${number}`, (s, h, now) =>
        s.hold(h, createHeld({ userId: id, approvedAtMs: now }), number),
      ),
    ),
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('demo-cli', 'demo-cli', 'other'), fc.constantFrom('0001', '0002', ''))
      .map(([id, number]) => named(`poll ${id} with ${number}`, (s, h, now) => s.poll(h, id, now, number))),
  },
  user.map((id) => named(`deny ${id}`, (s, h, now) => s.deny(h, id, now))),
  fc.constant(named('wrong password', (s, h, now) => s.countWrongPassword(h, now))),
  fc
    .constantFrom('revoked' as const, 'account' as const)
    .map((failure) => named(`revoke as ${failure}`, (s, h, now) => s.revoke(h, failure, now))),
  claim.map((n) => named(`complete ${n}`, (s, h, now) => s.complete(h, n, now))),
  claim.map((n) => named(`fail pickup ${n}`, (s, h, now) => s.failPickup(h, n, now))),
  claim.map((n) => named(`mismatch ${n}`, (s, h, now) => s.failPickup(h, n, now, 'mismatch'))),
  claim.map((n) => named(`release ${n}`, (s, h) => s.release(h, n))),
);

function named(name: string, run: Act): readonly [string, Act] {
  return [name, run];
}

/** Steps in time: mostly around the interval and the lease, now and then past the expiry. */
const pauseMs = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 1, 400, 500, 4499, 4500, 4501, 5000, 10_000) },
  { weight: 1, arbitrary: fc.constantFrom(300_000, 595_000, 600_000) },
);

const final = new Set(['redeemed', 'expired', 'failed']);

/** Redis tells by its own clock how long ago a code was redeemed. */
const untimed = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'redeemedForMs' in answer
    ? { ...answer, redeemedForMs: typeof answer.redeemedForMs }
    : answer;

test('Redis and the model agree on every act in any order, and a final state stays unless its pickup is released', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(pauseMs, act), { minLength: 1, maxLength: 40 }), async (steps) => {
      const request = createDeviceRequest();
      const hash = request.deviceCodeHash;
      const model = createModelDeviceStore({ wrongPasswords: 3 });
      const store = createDeviceStore(redis(), { wrongPasswords: 3, state: testState });
      await Promise.all([model.create(request), store.create(request)]);
      let nowMs = startMs;
      let seen = 'pending';
      for (const [pause, [name, run]] of steps) {
        nowMs += pause;
        const [found, meant] = [await run(store, hash, nowMs), await run(model, hash, nowMs)];
        expect([name, untimed(found)]).toEqual([name, untimed(meant)]);
        const device = await store.findByDeviceCodeHash(hash, nowMs);
        expect(device).toEqual(await model.findByDeviceCodeHash(hash, nowMs));
        // A pickup that has completed and delivered nothing gives the code back.
        const isGivenBack = seen === 'redeemed' && name.startsWith('release');
        if (final.has(seen) && !isGivenBack) expect(device?.state).toBe(seen);
        seen = device?.state ?? 'gone';
      }
    }),
    { numRuns: 150 },
  );
});
