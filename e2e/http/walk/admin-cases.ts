import { demo } from '../../../infra/local/person.ts';
import { waitUntil } from '../../../infra/local/ports.ts';
import { confirmTotp } from './account-cases.ts';
import type { People } from './people.ts';
import { byPage, dataOf, type Call, type RouteCase, type RouteCases } from './route-case.ts';

type AdminCase = RouteCase<People>;

const text = expect.any(String) as string;
const number = expect.any(Number) as number;

/** The call of an operator, who shows the password again. */
const asked = async (call: Call, { operator }: People, fields: object) =>
  call({ token: (await operator()).token, 'auth.pass': demo.password, ...fields });

/** A change of the account of a new person. */
const change = (data: object, to: object = {}): AdminCase => ({
  well: async (call, people) => asked(call, people, { ...to, user_id: (await people.newPerson()).id }),
  data,
});

const newOrg = () => ({ slug: `walk-${crypto.randomUUID()}`, name: 'Walk' });

const newApi = () => ({ audience: `https://${crypto.randomUUID()}.example.test`, name: 'Walk' });

/** A change of a new API. */
const changeApi = (data: object, to: object = {}): AdminCase => ({
  async well(call, people) {
    const { id } = dataOf(await people.asOperator('/admin/api/create', newApi()));
    return asked(call, people, { ...to, api_id: id });
  },
  data,
});

/** The first mail about a new password that an operator has given a person. */
async function findMail(people: People, personId: string, filters: object = {}): Promise<string | undefined> {
  const found = await people.asOperator('/admin/mail/search', {
    user_id: personId,
    kind: 'changed',
    ...filters,
  });
  return dataOf(found).items[0]?.id;
}

async function notifyPerson(people: People): Promise<string> {
  const { id } = await people.newPerson();
  dataOf(await people.asOperator('/admin/user/reset_password', { user_id: id }));
  return id;
}

async function findSentMail(people: People): Promise<string> {
  const personId = await notifyPerson(people);
  let found: string | undefined;
  const isSent = async () => {
    found = await findMail(people, personId, { status: 'sent' });
    return found !== undefined;
  };
  await waitUntil(isSent, () => new Error('The mail about a new password was not sent'));
  return found ?? '';
}

/** It subscribes to what nobody does, so that nothing is sent. */
const newSignal = () => ({ url: 'https://walk.example.test/', types: ['operator.reset'] });

/** A change of a new subscription to signals. */
const changeSignal = (data: object, to: object = {}): AdminCase => ({
  async well(call, people) {
    const { id } = dataOf(await people.asOperator('/admin/signal/create', newSignal()));
    return asked(call, people, { ...to, signal_id: id });
  },
  data,
});

/** What operators do. They change nobody but who signed up for the walk. */
export const adminCases: RouteCases<People> = {
  'POST /admin/session/revoke': {
    well: async (call, people) => asked(call, people, { session_id: (await people.newPerson()).sessionId }),
    data: { ended: 1 },
  },
  'POST /admin/mail/send_again': {
    // A stack without MAIL_URL writes no mails.
    isPossible: async (people) => (await findMail(people, await notifyPerson(people))) !== undefined,
    well: async (call, people) => asked(call, people, { mail_id: await findSentMail(people) }),
    data: { status: 'waiting' },
  },
  'POST /admin/user/create': {
    well: (call, people) => asked(call, people, { email: `walk-${crypto.randomUUID()}@latchkey.test` }),
    data: { user_id: text, status: 'invited', invite: null, expires_at: text },
  },
  'POST /admin/totals/view': {
    well: async (call, { operator }) =>
      call({ token: (await operator()).token, created_from: '2026-11-22', created_to: '2026-11-23' }),
    data: {
      days: [
        {
          day: '2026-11-22',
          sign_ins: number,
          failures: number,
          approvals: number,
          denials: number,
          new_accounts: number,
          drops_made: number,
          drops_taken: number,
        },
      ],
    },
  },
  'POST /admin/org/view': {
    well: async (call, people) => asked(call, people, { org: (await people.org()).slug }),
    data: { id: text, name: 'Walk', members: number, owners: number, invitations: number },
  },
  'POST /admin/user/view': change({ id: text, email: text, status: 'active', mfa: false, orgs: [] }),
  'POST /admin/user/disable': change({ status: 'disabled', ended: number }),
  'POST /admin/user/enable': {
    async well(call, people) {
      const { id } = await people.newPerson();
      dataOf(await people.asOperator('/admin/user/disable', { user_id: id }));
      return asked(call, people, { user_id: id });
    },
    data: { status: 'active', ended: 0 },
  },
  'POST /admin/user/set_kind': change({ kind: 'admin', ended: number }, { kind: 'admin' }),
  'POST /admin/user/reset_totp': {
    well: async (call, people) => asked(call, people, { user_id: (await confirmTotp(people)).person.id }),
    data: { mfa: false },
  },
  'POST /admin/user/reset_passkeys': byPage,
  'POST /admin/user/reset_password': change({ password: text, ended: number }),
  'POST /admin/user/verify_email': change({ email_verified: true }),
  'POST /admin/api/create': {
    well: (call, people) => asked(call, people, newApi()),
    data: { id: text, audience: text, name: 'Walk', client_id: null, scopes: [], archived: false },
  },
  'POST /admin/api/update': changeApi({ name: 'Other' }, { name: 'Other' }),
  'POST /admin/api/archive': changeApi({ archived: true }),
  'POST /admin/signal/create': {
    well: (call, people) => asked(call, people, newSignal()),
    data: { id: text, ...newSignal(), status: 'pending', secret: text },
  },
  'POST /admin/signal/update': changeSignal({ status: 'pending' }, { types: ['user.imported'] }),
  'POST /admin/signal/turn_on': changeSignal({ status: 'pending' }),
  'POST /admin/signal/rotate_secret': changeSignal({ secret: text, old_secret_expires_at: text }),
  'POST /admin/signal/delete': changeSignal({ deleted: true }),
  'POST /admin/client/verify': {
    async well(call, people) {
      const { token } = await people.ann();
      const client = { token, name: `Walk ${crypto.randomUUID()}`, type: 'public' };
      const { client_id } = dataOf(await people.post('/oauth/clients/create', client));
      return asked(call, people, { client_id, verified: true });
    },
    data: { client_id: text, verified: true },
  },
  'POST /admin/org/create': {
    well: (call, people) => asked(call, people, newOrg()),
    data: { id: text, slug: text, name: 'Walk', status: 'active' },
  },
  'POST /admin/org/invite': {
    async well(call, people) {
      const email = `walk-${crypto.randomUUID()}@latchkey.test`;
      return asked(call, people, { org: (await people.org()).slug, email, role: 'owner' });
    },
    data: { invite: text, org_id: text, role: 'owner' },
  },
  'POST /admin/org/invitation/withdraw': {
    async well(call, people) {
      const [{ slug: org }, email] = [await people.org(), `walk-${crypto.randomUUID()}@latchkey.test`];
      const invited = await people.asOperator('/admin/org/invite', { org, email, role: 'member' });
      return asked(call, people, { org, invite: dataOf(invited).invite });
    },
    data: { withdrawn: true },
  },
  'POST /admin/org/member_add': {
    async well(call, people) {
      const member = { org: (await people.org()).slug, user_id: (await people.newPerson()).id };
      return asked(call, people, { ...member, role: 'member' });
    },
    data: { org_id: text, user_id: text, role: 'member' },
  },
  'POST /admin/org/member_remove': {
    async well(call, people) {
      const member = { org: (await people.org()).slug, user_id: (await people.newPerson()).id };
      dataOf(await people.asOperator('/admin/org/member_add', { ...member, role: 'member' }));
      return asked(call, people, member);
    },
    data: { ended: 0, client_ids: [], client_count: 0 },
  },
};
