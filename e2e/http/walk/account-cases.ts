import { totpCode } from '../../process/totp-code.ts';
import type { People, Person } from './people.ts';
import { dataOf, type RouteCases } from './route-case.ts';

const text = expect.any(String) as string;
const one = { ended: expect.any(Number) as number };

/** Begins one-time codes for somebody new; `codeAfter` makes the code of that many steps from now, by the service's clock. */
async function beginTotp(people: People) {
  const person = await people.newPerson();
  const begun = await people.post('/account/me/totp/begin', { token: person.token });
  const { secret } = dataOf(begun);
  const aheadMs = Date.parse(begun.headers.get('date') ?? '') - Date.now();
  const codeAfter = (steps: number) => totpCode(secret, (Date.now() + aheadMs) / 1000 + steps * 30);
  return { codeAfter, fields: { token: person.token, 'auth.pass': person.password }, person };
}

/** The same, and puts them in force. */
export async function confirmTotp(people: People) {
  const begun = await beginTotp(people);
  const fields = { ...begun.fields, 'auth.code': begun.codeAfter(0) };
  const { recovery_codes: codes } = dataOf(await people.post('/account/me/totp/confirm', fields));
  return { ...begun, codes };
}

const passwordOf = ({ token, password }: Person) => ({ token, 'auth.pass': password });

/** Puts somebody new into ann's org. */
async function join({ org, newPerson, asOperator }: People) {
  const [{ slug }, person] = [await org(), await newPerson()];
  dataOf(await asOperator('/admin/org/member_add', { org: slug, user_id: person.id, role: 'member' }));
  return { org: slug, person };
}

/** What ann says about a new member of her org, and about herself. */
async function newMember(people: People) {
  const { org, person } = await join(people);
  return { token: (await people.ann()).token, org, user_id: person.id };
}

/** What people do with their sessions, factors, devices and consents. Whoever loses something is new. */
export const accountCases: RouteCases<People> = {
  'POST /session/me': {
    well: async (call, { ann }) => call({ token: (await ann()).token }),
    data: { token_use: 'user', user: { email: text }, session: { id: text }, member: null },
  },
  'POST /session/logout': {
    well: async (call, { newPerson }) => call({ token: (await newPerson()).token }),
    data: { ended: 2 },
  },
  'POST /account/me/session/revoke': {
    async well(call, { newPerson, signIn }) {
      const { token, email, password } = await newPerson();
      return call({ token, session_id: (await signIn(email, password)).sessionId });
    },
    data: { ended: 1 },
  },
  'POST /account/me/session/revoke_others': {
    async well(call, { newPerson, signIn }) {
      const { token, email, password } = await newPerson();
      await signIn(email, password);
      return call({ token });
    },
    data: { ended: 2 },
  },
  'POST /account/me/password/change': {
    well: async (call, { newPerson }) =>
      call({ ...passwordOf(await newPerson()), new_password: `walk ${crypto.randomUUID()}` }),
    data: { access_token: text, ...one },
  },
  'POST /account/me/client_password/change': {
    async well(call, { newClient, openApp }) {
      const client = await newClient();
      return call({ token: await openApp(client), 'auth.pass': client.client_secret });
    },
    data: { client_id: text, client_secret: text, previous_expires_at: text },
  },
  'POST /account/me/invitation/decline': {
    async well(call, { org, newPerson, asOperator }) {
      const [{ slug }, { email, token }] = [await org(), await newPerson()];
      const invited = await asOperator('/admin/org/invite', { org: slug, email, role: 'member' });
      return call({ token, invite: dataOf(invited).invite });
    },
    data: { declined: true },
  },
  'POST /account/me/invitation/accept': {
    async well(call, { org, newPerson, asOperator }) {
      const [{ slug }, { email, token }] = [await org(), await newPerson()];
      const invited = await asOperator('/admin/org/invite', { org: slug, email, role: 'member' });
      return call({ token, invite: dataOf(invited).invite });
    },
    data: { member: { org_id: text, role: 'member' } },
  },
  'POST /org/invite': {
    async well(call, { ann, org }) {
      const email = `walk-${crypto.randomUUID()}@latchkey.test`;
      return call({ token: (await ann()).token, org: (await org()).slug, email, role: 'member' });
    },
    data: { invite: text, org_id: text },
  },
  'POST /org/invitation/withdraw': {
    async well(call, { ann, org, post }) {
      const [{ token }, { slug }] = [await ann(), await org()];
      const email = `walk-${crypto.randomUUID()}@latchkey.test`;
      const invited = await post('/org/invite', { token, org: slug, email, role: 'member' });
      return call({ token, org: slug, invite: dataOf(invited).invite });
    },
    data: { withdrawn: true },
  },
  'POST /org/member/set_role': {
    well: async (call, people) => call({ ...(await newMember(people)), role: 'admin' }),
    data: { org_id: text, user_id: text, role: 'admin' },
  },
  'POST /org/member/remove': {
    well: async (call, people) => call(await newMember(people)),
    data: { ended: 0, client_ids: [], client_count: 0 },
  },
  'POST /org/leave': {
    async well(call, people) {
      const { org, person } = await join(people);
      return call({ token: person.token, org });
    },
    data: { ended: 0 },
  },
  'POST /account/me/totp/begin': {
    well: async (call, { newPerson }) => call({ token: (await newPerson()).token }),
    data: { secret: text, otpauth_url: text },
  },
  'POST /account/me/recovery_codes/replace': {
    async well(call, people) {
      const { fields, codes } = await confirmTotp(people);
      return call({ ...fields, 'auth.code': codes[0] });
    },
    data: { recovery_codes: expect.arrayContaining([text]) as string[] },
  },
  'POST /account/me/totp/confirm': {
    async well(call, people) {
      const { fields, codeAfter } = await beginTotp(people);
      return call({ ...fields, 'auth.code': codeAfter(0) });
    },
    data: { mfa: true, recovery_codes: expect.arrayContaining([text]) as string[] },
  },
  'POST /account/me/view': {
    well: async (call, { ann }) => call({ token: (await ann()).token }),
    data: { mfa: false, recovery_codes_left: 0, device_sign_in: text },
  },
  'POST /account/me/update': {
    well: async (call, { newPerson }) =>
      call({ token: (await newPerson()).token, name: 'Ada', locale: 'de' }),
    data: { name: 'Ada', locale: 'de' },
  },
  'POST /account/me/export': {
    well: async (call, { newPerson }) => call(passwordOf(await newPerson())),
    data: { account: { mfa: false }, sessions: expect.any(Array) as unknown[], complete: true },
  },
  'POST /account/me/delete': {
    well: async (call, { newPerson }) => call(passwordOf(await newPerson())),
    data: { deleted: true },
  },
  'POST /account/me/device_sign_in/change': {
    well: async (call, { ann }) => call({ ...passwordOf(await ann()), device_sign_in: 'off' }),
    data: { device_sign_in: 'off' },
  },
  'POST /account/me/totp/disable': {
    async well(call, people) {
      const { fields, codeAfter } = await confirmTotp(people);
      return call({ ...fields, 'auth.code': codeAfter(1) });
    },
    data: { mfa: false },
  },
};
