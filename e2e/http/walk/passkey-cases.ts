import type { People } from './people.ts';
import { byPage, type RouteCases } from './route-case.ts';

/** The routes of user-api about passkeys. */
export const passkeyCases: RouteCases<People> = {
  'POST /account/me/passkey/list': {
    well: async (call, { ann }) => call({ token: (await ann()).token }),
    data: { passkeys: [], asks: 'password' },
  },
  'POST /account/me/passkey/begin': byPage,
  'POST /account/me/passkey/add': byPage,
  'POST /account/me/passkey/remove': byPage,
};
