import { randomBytes } from 'node:crypto';
import { errors } from '../../src/errors.ts';
import { createRefreshSecrets } from '../../src/oauth/family/refresh-secrets.ts';
import { createSso, oauthError, secretOf } from '../sso-harness.ts';
import { database } from '../test-servers.ts';

// A refresh token names its family, whose id every resource server knows: nobody may end a family by it.

const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const refused = [400, oauthError(errors.invalidRefreshToken)];

interface Package {
  readonly refresh_token: string;
  readonly binding_chain: string;
  readonly binding_link: string;
}

/** A device with a family, and what happened to it. */
async function createDevice() {
  const sso = createSso();
  const { device_code } = await sso.start(rp);
  await sso.approve(device_code);
  const first = await sso.post('/token', { ...rp, grant_type: 'device_code', device_code });
  const { binding_chain: id } = first.body as Package;
  const refresh = async ({ refresh_token, binding_chain, binding_link }: Package) => {
    const sent = { refresh_token, binding_chain, binding_link };
    const { status, body } = await sso.post('/token', { ...rp, grant_type: 'refresh_token', ...sent });
    return [status, body as Package] as const;
  };
  const renew = async (tokens: Package) => (await refresh(tokens))[1];
  const row = () => database.refreshFamily.findUniqueOrThrow({ where: { id } });
  const eventTypes = async () =>
    (await sso.events())
      .filter(({ type, data }) => data['family_id'] === id && !type.startsWith('device.'))
      .map(({ type }) => type);
  const isActive = async (token: string) =>
    (await sso.post('/introspect', { ...rp, token })).body.active as boolean;
  const revoke = (token: string) => sso.post('/revoke', { ...rp, token });
  return { first: first.body as Package, refresh, renew, row, eventTypes, isActive, revoke };
}

type Device = Awaited<ReturnType<typeof createDevice>>;

/** A token that nobody was given, under a key. */
async function forge({ row }: Device, generation: number, tokenKey?: Uint8Array) {
  const family = await row();
  return createRefreshSecrets(
    { id: family.id, tokenKey: tokenKey ?? family.tokenKey },
    generation,
    randomBytes,
  ).token;
}

describe('a token that no family has made is refused, and nothing is written', () => {
  const forgeries: [string, (device: Device) => Promise<string>][] = [
    ['of the id and another key', (device) => forge(device, 1, randomBytes(32))],
    ['of an older generation under another key', (device) => forge(device, 0, randomBytes(32))],
    ['of a later generation under another key', (device) => forge(device, 9, randomBytes(32))],
    ['of the current generation, by who has read the database', (device) => forge(device, 1)],
    [
      'under the key of another family',
      async (device) => forge(device, 0, (await (await createDevice()).row()).tokenKey),
    ],
    [
      'with the id of another family',
      async ({ first, row }) => {
        const { first: other } = await createDevice();
        const [bytes, own] = [other, first].map(({ refresh_token }) =>
          Buffer.from(refresh_token.slice(3), 'base64url'),
        );
        own!.copy(bytes!, 1, 1, 17);
        expect(bytes!.toString('hex', 1, 17)).toBe((await row()).id.replaceAll('-', ''));
        return `rt_${bytes!.toString('base64url')}`;
      },
    ],
    ['that is the id', async ({ row }) => (await row()).id],
  ];

  test.each(forgeries)('%s', async (_what, make) => {
    const device = await createDevice();
    const current = await device.renew(device.first);
    const before = await device.row();
    const token = await make(device);
    for (const link of [current.binding_link, 'x']) {
      const sent = { ...current, refresh_token: token, binding_link: link };
      expect(await device.refresh(sent)).toEqual(refused);
    }
    expect(await device.isActive(token)).toBe(false);
    expect((await device.revoke(token)).status).toBe(200);
    expect(await device.row()).toEqual(before);
    expect(await device.eventTypes()).toEqual([]);
    expect((await device.refresh(current))[0]).toBe(200);
  });
});

test('an older token that was made with the key of the family ends it, and gets no answer', async () => {
  const device = await createDevice();
  const current = await device.renew(device.first);
  expect(await device.refresh({ ...device.first, refresh_token: await forge(device, 0) })).toEqual(refused);
  expect(await device.eventTypes()).toEqual(['family.revoked', 'refresh.reuse_detected']);
  expect(await device.refresh(current)).toEqual(refused);
});

describe('a database that is restored to before a rotation', () => {
  /** A family of generation 1 again, and the tokens of generation 2 that were given out. */
  async function createRestored() {
    const device = await createDevice();
    const current = await device.renew(device.first);
    const { audience, amr, ...kept } = await device.row();
    const lost = await device.renew(current);
    await database.refreshFamily.update({ where: { id: kept.id }, data: { audience, amr, ...kept } });
    return { ...device, current, lost };
  }

  test('400 for the token of the lost rotation, which neither strikes nor ends the family', async () => {
    const { lost, refresh, isActive, row, eventTypes, current } = await createRestored();
    const before = await row();
    for (let time = 0; time < 4; time += 1) expect(await refresh(lost)).toEqual(refused);
    expect(await isActive(lost.refresh_token)).toBe(false);
    expect(await row()).toEqual(before);
    expect(new Set(await eventTypes())).toEqual(new Set(['refresh.rotation_lost']));
    expect((await refresh(current))[0]).toBe(200);
  });

  test('400 for it beside its other successor too, and once that is used it ends the family', async () => {
    const { lost, refresh, renew, row, current } = await createRestored();
    const other = await renew(current);
    expect(await refresh(lost)).toEqual(refused);
    expect((await row()).revokedAt).toBeNull();
    const next = await renew(other);
    expect(await refresh(lost)).toEqual(refused);
    expect((await row()).revokedReason).toBe('reuse');
    expect(await refresh(next)).toEqual(refused);
  });

  test('its client can end the family with it', async () => {
    const { lost, revoke, row } = await createRestored();
    expect((await revoke(lost.refresh_token)).status).toBe(200);
    expect((await row()).revokedReason).toBe('client');
  });
});

test('50 refreshes, introspections and a revocation at once: the family ends, and no token lives on', async () => {
  const { first, refresh, isActive, revoke, row } = await createDevice();
  const acts = Array.from({ length: 50 }, (_, at) =>
    at === 25 ? revoke(first.refresh_token) : at % 2 ? isActive(first.refresh_token) : refresh(first),
  );
  const answers = await Promise.all(acts);
  expect((await row()).revokedReason).toMatch(/client|reuse/);
  expect((await row()).sealedAnswer).toBeNull();
  for (const answer of answers)
    if (Array.isArray(answer) && answer[0] === 200)
      expect(await isActive(answer[1].refresh_token)).toBe(false);
});
