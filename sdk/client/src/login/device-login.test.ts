import type { Tokens } from '../oauth/tokens.ts';
import { moveLogin, type DeviceLogin, type LoginEvent } from './device-login.ts';

const endMs = 600_000;
const tokens = { accessToken: 'a', bindingChain: 'c' } as Tokens;

function makeLogin(part: Partial<DeviceLogin> = {}): DeviceLogin {
  return {
    status: 'pending',
    deviceCode: 'd',
    userCode: 'u',
    verificationUri: 'v',
    verificationUriComplete: 'vc',
    expiresInSeconds: 600,
    expiresAtMs: endMs,
    intervalSeconds: 5,
    nextPollAtMs: 5_000,
    askedAtMs: 1_000,
    unanswered: 1,
    ...part,
  };
}

const refused = (code: string): LoginEvent => ({ type: 'refused', code });
const open = ['pending', 'approved_waiting_pickup'] as const;
const ends = ['redeemed', 'expired', 'failed'] as const;

interface Case {
  readonly by: string;
  readonly event: LoginEvent;
  readonly to: DeviceLogin['status'];
  readonly reason?: string;
  readonly login?: Partial<DeviceLogin>;
  readonly nowMs?: number;
}

const over = { nowMs: endMs, login: { askedAtMs: endMs } };

/** The table of contract part 5; every line holds from both states that are no end. */
const table: Case[] = [
  { by: 'the person says they have approved', event: { type: 'continued' }, to: 'approved_waiting_pickup' },
  { by: 'a token request got no answer', event: { type: 'unanswered' }, to: 'approved_waiting_pickup' },
  { by: 'tokens came', event: { type: 'tokens', tokens }, to: 'redeemed' },
  { by: 'tokens came after the end', event: { type: 'tokens', tokens }, to: 'redeemed', ...over },
  { by: 'authorization_pending', event: refused('authorization_pending'), to: 'pending' },
  {
    by: 'authorization_pending after the end',
    event: refused('authorization_pending'),
    to: 'pending',
    ...over,
  },
  { by: 'slow_down', event: refused('slow_down'), to: 'pending' },
  { by: 'expired_token', event: refused('expired_token'), to: 'expired', ...over },
  { by: 'expired_token, by an earlier clock', event: refused('expired_token'), to: 'expired' },
  { by: 'invalid_grant after the end', event: refused('invalid_grant'), to: 'expired', ...over },
  { by: 'no answer to a request after the end', event: { type: 'unanswered' }, to: 'expired', ...over },
  {
    by: 'no answer after the end to a request before it',
    event: { type: 'unanswered' },
    to: 'approved_waiting_pickup',
    nowMs: endMs,
    login: { askedAtMs: endMs - 1 },
  },
  { by: 'access_denied', event: refused('access_denied'), to: 'failed', reason: 'access_denied' },
  {
    by: 'invalid_grant before the end',
    event: refused('invalid_grant'),
    to: 'failed',
    reason: 'invalid_grant',
  },
  {
    by: 'unauthorized_client',
    event: refused('unauthorized_client'),
    to: 'failed',
    reason: 'unauthorized_client',
  },
  { by: 'invalid_client', event: refused('invalid_client'), to: 'failed', reason: 'invalid_client' },
  {
    by: 'invalid_grant after a redemption without an answer',
    event: refused('invalid_grant'),
    to: 'failed',
    reason: 'answer_lost',
    login: { unanswered: 2 },
  },
  {
    by: 'the same after the end',
    event: refused('invalid_grant'),
    to: 'failed',
    reason: 'answer_lost',
    nowMs: endMs,
    login: { unanswered: 2, askedAtMs: endMs },
  },
];

describe.each(open)('from %s', (status) => {
  test.each(table)('by $by to $to', ({ event, to, reason, login, nowMs = 10_000 }) => {
    const next = moveLogin(makeLogin({ ...login, status }), event, nowMs);
    expect([next.status, next.reason]).toEqual([to, reason]);
  });

  test('a refusal that the table does not name changes no status', () => {
    const login = makeLogin({ status });
    expect(moveLogin(login, refused('invalid_request'), 10_000)).toEqual({ ...login, unanswered: 0 });
  });

  test('such a refusal says nothing about the answer that was lost before it', () => {
    const login = makeLogin({ status, unanswered: 2 });
    const next = moveLogin(login, refused('invalid_request'), 10_000);
    const asked = moveLogin(next, { type: 'asked' }, 20_000);
    expect(moveLogin(asked, refused('invalid_grant'), 20_000).reason).toBe('answer_lost');
  });
});

describe.each(ends)('%s is an end', (status) => {
  test.each(table)('$by', ({ event }) => {
    const login = makeLogin({ status });
    expect(moveLogin(login, event, endMs)).toBe(login);
  });
});

describe('when the service is asked again', () => {
  test.each<[string, LoginEvent, Partial<DeviceLogin>, number, number]>([
    ['one interval later', refused('authorization_pending'), {}, 15_000, 5],
    ['by slow_down 5 s later', refused('slow_down'), {}, 20_000, 10],
    ['as slow_down says', { type: 'refused', code: 'slow_down', intervalSeconds: 12 }, {}, 22_000, 12],
    [
      'not before Retry-After',
      { type: 'refused', code: 'slow_down', intervalSeconds: 6, retryAfterSeconds: 40 },
      {},
      50_000,
      6,
    ],
    ['later without an answer', { type: 'unanswered' }, {}, 20_000, 5],
    ['later still', { type: 'unanswered' }, { unanswered: 3 }, 50_000, 5],
    ['never more than 60 s later', { type: 'unanswered' }, { unanswered: 30 }, 70_000, 5],
    ['unless Retry-After says so', { type: 'unanswered', retryAfterSeconds: 90 }, {}, 100_000, 5],
    ['at once by Continue', { type: 'continued' }, { askedAtMs: null, nextPollAtMs: 14_000 }, 10_000, 5],
    [
      'by Continue an interval later',
      { type: 'continued' },
      { askedAtMs: 7_000, nextPollAtMs: 30_000 },
      12_000,
      5,
    ],
    [
      'never more often, whatever slow_down says',
      { type: 'refused', code: 'slow_down', intervalSeconds: 0 },
      {},
      15_000,
      5,
    ],
  ])('%s', (_name, event, login, nextPollAtMs, intervalSeconds) => {
    expect(moveLogin(makeLogin(login), event, 10_000)).toMatchObject({ nextPollAtMs, intervalSeconds });
  });
});

test.each([refused('access_denied'), refused('expired_token'), { type: 'tokens', tokens } as const])(
  'the key of proofs leaves the record with the end %j',
  (event) => {
    const dpopKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' } as const;
    expect(moveLogin(makeLogin({ dpopKey }), event, 0)).not.toHaveProperty('dpopKey');
  },
);
