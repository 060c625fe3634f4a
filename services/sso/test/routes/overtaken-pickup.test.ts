import { ApiError } from '@latchkey/contracts';
import { hashDeviceCode } from '../../src/device/start-device-authorization.ts';
import { errors } from '../../src/errors.ts';
import type { Standing } from '../../src/sibling/standing.ts';
import { startMs } from '../device-request.ts';
import { createSso, oauthError } from '../sso-harness.ts';

const inactive = [400, oauthError(errors.accountInactive)];

/** An approved device, and the calls on the way of its pickup to put something between. */
async function createApproved() {
  const sso = createSso();
  const { context, clock, standings } = sso;
  const { device_code } = await sso.start();
  await sso.approve(device_code);
  const opened: string[] = [];
  const open = context.families.open.bind(context.families);
  context.families.open = async (pickup) => {
    const isOpened = await open(pickup);
    if (isOpened) opened.push(pickup.device.id);
    return isOpened;
  };
  const redeem = async () => {
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    const { status, body } = await sso.post('/token', form);
    return [status, body] as const;
  };
  const find = () => context.devices.findByDeviceCodeHash(hashDeviceCode(device_code), clock.now());
  const familyOf = () => context.families.findById(opened[0] ?? '');
  /** Calls `act` as soon as the n-th look at the standing is answered. */
  const afterLook = (number: number, act: () => void) => {
    const { findStanding } = context.userApi;
    let looks = 0;
    context.userApi.findStanding = async (...asked) => {
      const standing = await findStanding(...asked);
      looks += 1;
      if (looks === number) act();
      return standing;
    };
  };
  const change = (changes: Partial<Standing>) => {
    clock.advance(1);
    standings.set('user-1', { ...standings.get('user-1')!, ...changes });
  };
  return { ...sso, redeem, find, familyOf, afterLook, change };
}

type Approved = Awaited<ReturnType<typeof createApproved>>;

const overtaking: [string, (approved: Approved) => void][] = [
  ['a new password', ({ change, clock }) => change({ tokensValidAfterMs: clock.now() + 1000 })],
  ['a disabled account', ({ change }) => change({ isActive: false })],
  ['a removed account', ({ standings }) => standings.clear()],
];

test.each(overtaking)(
  '400, for good, when %s comes between the look at the standing and the family',
  async (_what, act) => {
    const approved = await createApproved();
    const { redeem, find, familyOf, afterLook, events, standings } = approved;
    const before = standings.get('user-1')!;
    afterLook(1, () => act(approved));
    expect(await redeem()).toEqual(inactive);
    expect(await find()).toMatchObject({ state: 'failed', failure: 'account' });
    expect(await familyOf()).toMatchObject({ revokedAt: expect.any(Date) });
    const ends = (await events()).filter(({ type }) => type !== 'device.approved');
    const told = ends.slice(-2).map(({ type, data }) => [type, data['reason']]);
    expect(told).toEqual([
      ['family.revoked', 'undelivered'],
      ['device.denied', 'account'],
    ]);
    standings.set('user-1', before);
    expect(await redeem()).toEqual(inactive);
  },
);

test('200, and the family is dated by the first standing check, so that a later void ends it', async () => {
  const { redeem, familyOf, afterLook, change, clock, post } = await createApproved();
  afterLook(1, () => clock.advance(1));
  const [status, tokens] = await redeem();
  expect(status).toBe(200);
  expect((await familyOf())?.createdAt).toEqual(new Date(startMs));
  change({ tokensValidAfterMs: startMs + 500 });
  const { refresh_token, binding_chain, binding_link } = tokens;
  const form = {
    grant_type: 'refresh_token',
    client_id: 'demo-cli',
    refresh_token,
    binding_chain,
    binding_link,
  };
  expect((await post('/token', form)).body).toEqual(inactive[1]);
});

test('503 while the second standing check fails; the code stays redeemable for the same family', async () => {
  const { redeem, familyOf, context } = await createApproved();
  const { findStanding } = context.userApi;
  let looks = 0;
  context.userApi.findStanding = (...asked) => {
    looks += 1;
    const fault = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    return looks === 2 ? Promise.reject(fault) : findStanding(...asked);
  };
  expect((await redeem())[0]).toBe(503);
  const [status, tokens] = await redeem();
  expect([status, tokens.binding_chain]).toEqual([200, (await familyOf())?.id]);
});
