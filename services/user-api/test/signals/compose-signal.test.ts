import { composeSignal } from '../../src/people/signals/compose-signal.ts';
import { sign } from '../../src/people/signals/sign.ts';
import type { DueSignal } from '../../src/people/signals/signal-outbox.ts';
import { sealOwnerOf } from '../../src/people/signals/subscription.ts';
import { oldSecret, sealer, secret } from '../setup/make-subscription.ts';
import { startMs } from '../setup/signer.ts';

const subscriptionId = '5c1d8e2f-7a4b-4d3c-8e6f-9b0a1c2d3e4f';
const eventId = '0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21';
const signal: DueSignal = {
  id: '1f2e3d4c-5b6a-4789-8a9b-0c1d2e3f4a5b',
  subscriptionId,
  eventId,
  event: 'user.login',
  createdAt: new Date(startMs - 5_000),
  attempts: 1,
  url: 'https://hooks.example.test/',
  secret: sealer.seal(secret, sealOwnerOf(subscriptionId)),
  oldSecret: sealer.seal(oldSecret, sealOwnerOf(subscriptionId)),
  oldSecretUntil: null,
  createdBy: 'root',
  failingSince: null,
  entry: {
    outcome: 'failure',
    code: 'invalid_credentials',
    method: null,
    userId: 'u1',
    actorId: null,
    orgId: null,
    clientId: 'app',
    ip: '203.0.113.77',
  },
};
const compose = (changes: Partial<DueSignal> = {}) =>
  composeSignal({ secrets: sealer, now: () => startMs }, { ...signal, ...changes });

test('a signature is that of Standard Webhooks', () => {
  // The example of the specification.
  const [id, timestamp] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330];
  expect(sign(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], id, timestamp, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('a signal has the id, the kind and the network of what happened, and no address', () => {
  const { body, headers } = compose();
  expect(JSON.parse(body)).toEqual({
    type: 'user.login',
    timestamp: new Date(startMs - 5_000).toISOString(),
    data: {
      outcome: 'failure',
      code: 'invalid_credentials',
      user_id: 'u1',
      client_id: 'app',
      network: '203.0.113.0/24',
    },
  });
  expect(headers).toMatchObject({ 'webhook-id': eventId, 'webhook-timestamp': String(startMs / 1000) });
});

test.each([
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['', undefined],
  ['nonsense', undefined],
])('the network of %j is %s', (ip, network) => {
  const { body } = compose({ entry: signal.entry && { ...signal.entry, ip } });
  expect((JSON.parse(body) as { data: { network?: string } }).data.network).toBe(network);
});

test('a ping names its subscription', () => {
  const { body } = compose({ event: 'latchkey.ping', entry: null });
  expect(JSON.parse(body)).toMatchObject({
    type: 'latchkey.ping',
    data: { subscription_id: subscriptionId },
  });
});

test('the secret before the last rotation signs as well until its end, and the same body at each attempt', () => {
  const signatures = (until: number | null) => {
    const { headers, body } = compose({ oldSecretUntil: until === null ? null : new Date(until) });
    const own = [secret, oldSecret].map((one) => sign([one], eventId, startMs / 1000, body));
    return headers['webhook-signature']?.split(' ').map((one) => own.indexOf(one));
  };
  expect([signatures(null), signatures(startMs), signatures(startMs + 1)]).toEqual([[0], [0], [0, 1]]);
});
