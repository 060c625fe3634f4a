import { createFakeSibling, type SiblingAnswer } from '@latchkey/testing';
import { createAskUserApi } from './ask-user-api.ts';
import { createHolders } from './holders.ts';

const standings = '/internal/v1/accounts/standings';
const notFound: SiblingAnswer = { ok: false, code: 'not_found' };

function describeStanding(userId: string) {
  const account = {
    user_id: userId,
    email: `${userId}@b.test`,
    email_verified: true,
    name: '',
    kind: 'user',
  };
  return {
    ...account,
    status: 'active',
    active: true,
    groups: [],
    tokens_valid_after: null,
    kept_family_id: null,
    device_sign_in: true,
    kept_valid_after: null,
  };
}

/** A user-api that knows every account but `nobody`; it answers in another order than it was asked in. */
function answer(path: string, body: Record<string, unknown>): SiblingAnswer {
  const known = (ids: unknown) => (ids as string[]).filter((id) => id !== 'nobody').toReversed();
  if (path === standings)
    return { ok: true, data: { standings: known(body['user_ids']).map(describeStanding) } };
  return notFound;
}

function create(given = answer) {
  const { client, calls } = createFakeSibling('user-api', ({ path, body }) => given(path, body));
  return { holders: createHolders(createAskUserApi(client)), calls };
}

test('asks for the accounts of one moment in one call, each account once, with the trace of the first', async () => {
  const { holders, calls } = create();
  const asked = ['b', 'nobody', 'a', 'b'].map((id, index) => holders.findStanding(id, `trace-${index}`));
  const found = await Promise.all(asked);
  expect(found.map((standing) => standing?.userId)).toEqual(['b', undefined, 'a', 'b']);
  expect(calls).toEqual([
    { path: standings, body: { user_ids: ['b', 'nobody', 'a'] }, traceparent: 'trace-0' },
  ]);
});

test('an answer is never older than its question: what comes later is asked for again', async () => {
  let isActive = true;
  const { holders, calls } = create((_path, body) => {
    const data = (body['user_ids'] as string[]).map((id) => ({ ...describeStanding(id), active: isActive }));
    isActive = false;
    return { ok: true, data: { standings: data } };
  });
  const first = holders.findStanding('a', '');
  // The first call is under way by now.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(calls).toHaveLength(1);
  const second = holders.findStanding('a', '');
  expect([await first, await second]).toMatchObject([{ isActive: true }, { isActive: false }]);
  expect(calls).toHaveLength(2);
});

test.each<[string, SiblingAnswer]>([
  ['a refusal', { ok: false, code: 'forbidden' }],
  ['no answer', new Error('down')],
  ['an answer without a list', { ok: true, data: {} }],
  [
    'an account without an id',
    { ok: true, data: { standings: [{ ...describeStanding('a'), user_id: '' }] } },
  ],
])('upstream_unavailable for everybody who asked, by %s', async (_what, given) => {
  const { holders } = create(() => given);
  const asked = await Promise.allSettled(['a', 'b'].map((id) => holders.findStanding(id, '')));
  const fault = { status: 'rejected', reason: { code: 'upstream_unavailable' } };
  expect(asked).toMatchObject([fault, fault]);
});

test('an answer about somebody else is no answer', async () => {
  const { holders } = create(() => ({ ok: true, data: { standings: [describeStanding('b')] } }));
  expect(await holders.findStanding('a', '')).toBeUndefined();
});
