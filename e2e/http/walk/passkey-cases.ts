import type { People } from './people.ts';
import { byPage, type RouteCases } from './route-case.ts';

/** The routes of user-api about passkeys. */
export const passkeyCases: RouteCases<People> = {
  'POST /account/me/passkey/list': {
    well: async (call, { ann }) => call({ token: (await ann()).token }),
    data: { passkeys: [], asks: 'password' },
    badly: async (call) => call({ token: 'none' }),
    refusal: [401, 'token_invalid'],
  },
  'POST /account/me/passkey/begin': {
    ...byPage,
    badly: (call) => call({ token: 'none' }),
    refusal: [401, 'token_invalid'],
  },
  'POST /account/me/passkey/add': {
    ...byPage,
    badly: async (call, { ann }) => call({ token: (await ann()).token }),
    refusal: [400, 'missing_field'],
  },
  'POST /account/me/passkey/remove': {
    ...byPage,
    badly: async (call, { ann }) => call({ token: (await ann()).token, id: crypto.randomUUID() }),
    refusal: [404, 'not_found'],
  },
};
