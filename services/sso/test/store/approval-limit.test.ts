import { createRedisAttempts } from '@latchkey/attempts/redis';
import { decide } from '../../src/people/sign-in/decide.ts';
import { createDeviceRequest, startMs } from '../device-request.ts';
import { createSso } from '../sso-harness.ts';
import { redis } from '../test-servers.ts';

const approvals = { limit: 20, windowMs: 3_600_000 };

function createReplica() {
  const attempts = createRedisAttempts(redis, { prefix: 'sso:attempts:', now: Date.now });
  return createSso({ settings: { approvals }, context: { attempts, now: () => startMs + 1 } });
}

async function approve(
  { context }: ReturnType<typeof createReplica>,
  device: ReturnType<typeof createDeviceRequest>,
  userId: string,
) {
  const { deviceCodeHash, clientId, scope, audience } = device;
  const asked = { deviceCodeHash, clientId, scope, audience, cameFromAddress: false };
  const person = { userId, email: 'a@b.test', kind: 'user', amr: ['password'], sessionHash: '' } as const;
  const proven = { ...asked, ...person, authTime: startMs / 1000, tokensValidAfterMs: 0 };
  const pending = { ...device, state: 'pending', wrongPasswords: 0 } as const;
  const browser = { ip: '192.0.2.1', browserSecret: 'secret' };
  return (await decide(context, pending, proven, 'approve', browser)).kind;
}

test('of 40 approvals of an account at once over two replicas 20 are made; the other codes stay pending', async () => {
  const replicas = [createReplica(), createReplica()];
  const userId = crypto.randomUUID();
  const devices = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const device = createDeviceRequest();
      await replicas[0]!.context.devices.create(device);
      return device;
    }),
  );
  const kinds = await Promise.all(devices.map((device, at) => approve(replicas[at % 2]!, device, userId)));
  expect(kinds.filter((kind) => kind === 'approved')).toHaveLength(20);
  expect(kinds.filter((kind) => kind === 'too_many')).toHaveLength(20);
  for (const [at, { deviceCodeHash }] of devices.entries()) {
    const found = await replicas[0]!.context.devices.findByDeviceCodeHash(deviceCodeHash, startMs + 2);
    expect(found?.state).toBe(kinds[at] === 'approved' ? 'approved_waiting_pickup' : 'pending');
  }
  const left = devices[kinds.indexOf('too_many')]!;
  expect(await approve(replicas[0]!, left, crypto.randomUUID())).toBe('approved');
});

test('of 40 approvals of one code at once one is made, and the others take no place', async () => {
  const replica = createReplica();
  const userId = crypto.randomUUID();
  const device = createDeviceRequest();
  await replica.context.devices.create(device);
  const kinds: string[] = [];
  for (let round = 0; round < 4; round += 1)
    kinds.push(...(await Promise.all(Array.from({ length: 10 }, () => approve(replica, device, userId)))));
  expect(kinds.filter((kind) => kind === 'approved')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'too_late')).toHaveLength(39);
});

test('approvals that fail are not counted', async () => {
  const replica = createReplica();
  const { devices } = replica.context;
  const userId = crypto.randomUUID();
  const device = createDeviceRequest();
  await devices.create(device);
  const failing = { ...replica, context: { ...replica.context, devices: { ...devices, approve: fail } } };
  for (let turn = 0; turn < 21; turn += 1)
    await expect(approve(failing, device, userId)).rejects.toThrow('Redis is gone');
  expect(await approve(replica, device, userId)).toBe('approved');
});

const fail = () => Promise.reject(new Error('Redis is gone'));
