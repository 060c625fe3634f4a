import type { People } from './people.ts';
import { dataOf, type RouteCases } from './route-case.ts';

const text = expect.any(String) as string;

/** The address of a person's own account. */
export const emailCases: RouteCases<People> = {
  'POST /account/me/email/request_confirmation': {
    async well(call, { post, relay, signIn }) {
      const [email, password] = [`walk-${crypto.randomUUID()}@latchkey.test`, `walk ${crypto.randomUUID()}`];
      const fields = { 'auth.user': email, 'auth.pass': password, name: 'Walker' };
      dataOf(await post('/auth/signup', { ...(await relay('signup')), ...fields }));
      return call({ token: (await signIn(email, password)).token });
    },
    data: { mail: text },
  },
  'POST /account/me/email/change': {
    async well(call, { newPerson }) {
      const email = `walk-${crypto.randomUUID()}@latchkey.test`;
      return call({ ...showing(await newPerson()), email });
    },
    data: { mail: text, email: text },
  },
  'POST /account/me/email/confirm': {
    well: async (call, { ann }) => call({ token: (await ann()).token, link: 'x' }),
    data: { email_verified: true },
  },
};

function showing({ token, password }: { readonly token: string; readonly password: string }) {
  return { token, 'auth.pass': password };
}
