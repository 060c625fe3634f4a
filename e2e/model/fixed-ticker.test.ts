import fc from 'fast-check';
import { createDeviceStore } from '../../services/sso/src/store/device-store.ts';
import {
  createApproval,
  createDeviceRequest,
  startMs,
  testState,
} from '../../services/sso/test/device-request.ts';
import { redis } from '../../services/sso/test/test-servers.ts';

const expiryMs = 600_000;
const devices = createDeviceStore(redis, { wrongPasswords: 5, state: testState });

interface Course {
  readonly tickMs: number;
  readonly approvedMs: number;
  /** How long each poll is on its way, in turn. */
  readonly delaysMs: readonly number[];
}

interface Seen {
  readonly outcomes: string[];
  /** Polls that arrived after the approval, before the one that got the tokens. */
  readonly inVain: number;
}

/**
 * Polls as Go's x/oauth2 does: on a ticker, which is set to 5 s more after each slow_down, whatever interval the answer
 * names. `poll` and `approve` are given the time of their arrival, in milliseconds after the start; polls never overtake.
 */
async function runTicker(
  { tickMs, approvedMs, delaysMs }: Course,
  poll: (atMs: number) => Promise<string>,
  approve: (atMs: number) => Promise<void>,
): Promise<Seen> {
  const outcomes: string[] = [];
  let [interval, ticked, arrived, isApproved, inVain] = [tickMs, 0, 0, false, 0];
  for (let turn = 0; ; turn += 1) {
    ticked += interval;
    arrived = Math.max(arrived, ticked + (delaysMs[turn % delaysMs.length] ?? 0));
    if (arrived >= expiryMs) return { outcomes, inVain };
    if (!isApproved && arrived >= approvedMs) {
      await approve(approvedMs);
      isApproved = true;
    }
    const outcome = await poll(arrived);
    outcomes.push(outcome);
    if (outcome === 'tokens') return { outcomes, inVain };
    if (isApproved) inVain += 1;
    if (outcome === 'slow_down') {
      interval += 5_000;
      ticked = arrived;
    }
  }
}

/** Any moment at which at least one more poll comes before the expiry, however slow the ticker has become. */
const approvedMs = fc.integer({ min: 0, max: 500_000 });
const steady = fc.record({ tickMs: fc.integer({ min: 5_000, max: 30_000 }), approvedMs, delay: fc.nat(900) });
const jittery = fc.record({
  tickMs: fc.integer({ min: 500, max: 30_000 }),
  approvedMs,
  delaysMs: fc.array(fc.nat(4_000), { minLength: 1, maxLength: 40 }),
});

async function runOnStore(course: Course): Promise<Seen> {
  const request = createDeviceRequest();
  const hash = request.deviceCodeHash;
  await devices.create(request);
  const poll = async (atMs: number) => {
    const { outcome } = await devices.poll(hash, 'demo-cli', startMs + atMs);
    return outcome === 'claimed' ? 'tokens' : outcome;
  };
  return runTicker(course, poll, async (atMs) => {
    await devices.approve(hash, createApproval({ approvedAtMs: startMs + atMs }));
  });
}

test('a ticker of the interval on a steady line is never slowed, and its first poll after approval gets the tokens', async () => {
  await fc.assert(
    fc.asyncProperty(steady, async ({ delay, ...course }) => {
      const { outcomes, inVain } = await runOnStore({ ...course, delaysMs: [delay] });
      expect(outcomes.at(-1)).toBe('tokens');
      expect([inVain, outcomes.includes('slow_down')]).toEqual([0, false]);
    }),
    { numRuns: 50 },
  );
});

test('a ticker of any speed on any line gets the tokens at its first poll after approval, and is slowed at most 7 times', async () => {
  await fc.assert(
    fc.asyncProperty(jittery, async (course) => {
      const { outcomes, inVain } = await runOnStore(course);
      expect([outcomes.at(-1), inVain]).toEqual(['tokens', 0]);
      // Its interval and the server's grow alike; the server's ends at 30 s, and delays differ by 4 s at most.
      expect(outcomes.filter((outcome) => outcome === 'slow_down').length).toBeLessThanOrEqual(7);
    }),
    { numRuns: 100 },
  );
});
