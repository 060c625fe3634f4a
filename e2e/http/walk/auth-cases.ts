import type { People, Person } from './people.ts';
import { dataOf, type RouteCase, type RouteCases } from './route-case.ts';

type AuthCase = RouteCase<People>;
type Audience = 'user' | 'member';

const text = expect.any(String) as string;
const secretOf = ({ email, password }: Person) => ({ 'auth.user': email, 'auth.pass': password });
const root = { token: expect.stringMatching(/^rs_/) as string, id: text, expires_at: text };
const partOf = { user: {}, member: { member: { org_id: text, role: 'owner' } } };

/** What a payload for ann says of her org, and the field that says the same. */
async function orgOf(people: People, audience: Audience) {
  const claims: Record<string, string> = {};
  const fields: Record<string, string> = {};
  if (audience === 'member') claims['org'] = fields['auth.org'] = (await people.org()).slug;
  return { claims, fields };
}

const login = (audience: Audience): AuthCase => ({
  async well(call, people) {
    const { claims, fields } = await orgOf(people, audience);
    const relay = await people.relay(`${audience}_login`, claims);
    return call({ ...relay, ...fields, ...secretOf(await people.ann()) });
  },
  data: { token_use: audience, access_token: text, root, user: { email: text }, ...partOf[audience] },
});

const rootSession = (audience: Audience): AuthCase => ({
  async well(call, people) {
    const { claims, fields } = await orgOf(people, audience);
    const relay = await people.relay(`${audience}_root_session`, claims);
    return call({ ...relay, ...fields, ...secretOf(await people.ann()) });
  },
  data: { root, user: { email: text }, ...partOf[audience] },
});

const exchange = (audience: Audience): AuthCase => ({
  async well(call, people) {
    const { claims, fields } = await orgOf(people, audience);
    const relay = await people.relay(`${audience}_exchange`, { ...claims, method: 'session' });
    const { rootToken } = await people.ann();
    return call({ ...relay, ...fields, 'auth.token': rootToken, 'auth.method': 'session' });
  },
  data: { token_use: audience, access_token: text, session: { id: text }, ...partOf[audience] },
});

/** The routes that a payload of sso guards. */
export const authCases: RouteCases<People> = {
  'POST /auth/user/login': login('user'),
  'POST /auth/member/login': login('member'),
  'POST /auth/user/root-session': rootSession('user'),
  'POST /auth/member/root-session': rootSession('member'),
  'POST /auth/user/exchange': exchange('user'),
  'POST /auth/member/exchange': exchange('member'),
  'POST /auth/signup': {
    async well(call, people) {
      const email = `walk-${crypto.randomUUID()}@latchkey.test`;
      const relay = await people.relay('signup', { email_verified: email });
      const fields = { 'auth.user': email, 'auth.pass': `walk ${crypto.randomUUID()}`, name: 'Walker' };
      const answer = await call({ ...relay, ...fields });
      people.made.push(dataOf(answer).user.id);
      return answer;
    },
    data: { user: { id: text, status: 'active' } },
  },
  'POST /oauth/client_credentials/issue': {
    well: async (call, people) => call(await people.relay('client_credentials')),
    data: { token_type: 'Bearer', access_token: text, credential_id: text },
  },
};
