import { ApiError } from '@latchkey/contracts';
import { errors } from '../../src/errors.ts';
import { hashDeviceCode } from '../../src/oauth/device/start-device-authorization.ts';
import type { Standing } from '../../src/sibling/standing.ts';
import { startMs } from '../device-request.ts';
import { refreshing } from '../redeem.ts';
import { createSso, oauthError } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const inactive = [400, oauthError(errors.accountInactive)];

/** An approved device, and the calls on the way of its pickup to put something between. */
async function createApproved(scope = 'openid offline_access') {
  const sso = createSso();
  const { context, clock, standings, clients } = sso;
  const client = clients.get('demo-cli')!;
  clients.set('demo-cli', { ...client, scopes: [...client.scopes, 'admin'] });
  const { device_code } = await sso.start();
  await sso.approve(device_code, scope);
  const opened: string[] = [];
  const open = context.families.open.bind(context.families);
  const between = { openAndLook: () => undefined as void };
  context.families.open = async (pickup) => {
    const isOpened = await open(pickup);
    if (isOpened) opened.push(pickup.device.id);
    between.openAndLook();
    return isOpened;
  };
  const redeem = async () => {
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    const { status, body } = await sso.post('/token', form);
    return [status, body] as const;
  };
  const find = () => context.devices.findByDeviceCodeHash(hashDeviceCode(device_code), clock.now());
  const familyOf = () => context.families.findById(opened[0] ?? '');
  /** Calls `act` as soon as the first look at the standing is answered. */
  const afterLook = (act: () => unknown) => {
    const { findStanding } = context.userApi;
    context.userApi.findStanding = async (...asked) => {
      const standing = await findStanding(...asked);
      context.userApi.findStanding = findStanding;
      await act();
      return standing;
    };
  };
  /** The events, and their reasons. */
  const typesOf = async () => (await sso.events()).map(({ type, data }) => [type, data['reason']]);
  const change = (changes: Partial<Standing>) => {
    clock.advance(1);
    standings.set('user-1', { ...standings.get('user-1')!, ...changes });
  };
  return { ...sso, redeem, find, familyOf, between, afterLook, change, typesOf };
}

type Approved = Awaited<ReturnType<typeof createApproved>>;

const overtaking: [string, (approved: Approved) => void][] = [
  ['a new password', ({ change, clock }) => change({ tokensValidAfterMs: clock.now() + 1000 })],
  ['a disabled account', ({ change }) => change({ isActive: false })],
  ['a removed account', ({ standings }) => standings.clear()],
];

const refused = [
  ['device.approved', undefined],
  ['family.revoked', 'undelivered'],
  ['device.denied', 'account'],
];

test.each(overtaking)('400, for good, when %s comes after the family is written', async (_what, act) => {
  const approved = await createApproved();
  const { redeem, find, familyOf, between, typesOf, standings } = approved;
  const before = standings.get('user-1')!;
  between.openAndLook = () => act(approved);
  expect(await redeem()).toEqual(inactive);
  expect(await find()).toMatchObject({ state: 'failed', failure: 'account' });
  expect(await familyOf()).toMatchObject({ revokedAt: expect.any(Date), deliveredAt: null });
  expect(await typesOf()).toEqual(refused);
  standings.set('user-1', before);
  expect(await redeem()).toEqual(inactive);
});

describe('a pickup with admin', () => {
  async function createOperator() {
    const approved = await createApproved('openid admin');
    approved.change({ kind: 'admin' });
    return approved;
  }

  test.each(overtaking)('400, for good, when %s comes between its two looks', async (_what, act) => {
    const approved = await createOperator();
    approved.afterLook(() => act(approved));
    expect(await approved.redeem()).toEqual(inactive);
    expect(await approved.typesOf()).toEqual(refused);
  });

  test.each([
    ['is no operator any more', 'admin', 'user'],
    ['has just become one', 'user', 'admin'],
  ] as const)('200 without it for an account that %s at the second look', async (_what, first, second) => {
    const { redeem, afterLook, change, typesOf } = await createOperator();
    change({ kind: first });
    afterLook(() => change({ kind: second }));
    const [status, tokens] = await redeem();
    expect([status, tokens.scope]).toEqual([200, 'openid']);
    const types = (await typesOf()).map(([type]) => type);
    expect(types.slice(1)).toEqual(['admin.refused', 'device.redeemed']);
  });
});

test('400 when the account voids what it approved between the look and the delivery', async () => {
  const { redeem, afterLook, context, clock, familyOf, typesOf } = await createApproved();
  afterLook(() => context.families.revokeAll({ userId: 'user-1' }, 'user', clock.now()));
  const [status, body] = await redeem();
  expect([status, body.error, 'access_token' in body]).toEqual([400, 'invalid_grant', false]);
  expect((await familyOf())?.deliveredAt).toBeNull();
  expect((await typesOf()).at(-1)).toEqual(['family.revoked', 'user']);
});

test('200 with claims of the look that counts, and a later void ends the family', async () => {
  const { redeem, between, change, post } = await createApproved('openid email offline_access');
  between.openAndLook = () => change({ email: 'new@latchkey.test' });
  const [status, tokens] = await redeem();
  expect([status, decodeJwt(tokens.id_token)['email']]).toEqual([200, 'new@latchkey.test']);
  change({ tokensValidAfterMs: startMs + 500 });
  expect((await post('/token', refreshing(tokens))).body).toEqual(inactive[1]);
});

test('503 while the standing cannot be asked; the code stays redeemable for the same family', async () => {
  const { redeem, familyOf, context, typesOf } = await createApproved();
  const { findStanding } = context.userApi;
  const fault = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
  context.userApi.findStanding = () => Promise.reject(fault);
  expect((await redeem())[0]).toBe(503);
  expect((await typesOf()).map(([type]) => type)).toEqual(['device.approved']);
  context.userApi.findStanding = findStanding;
  const [status, tokens] = await redeem();
  expect([status, tokens.binding_chain]).toEqual([200, (await familyOf())?.id]);
});
