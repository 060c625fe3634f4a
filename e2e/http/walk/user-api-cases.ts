import { accountCases } from './account-cases.ts';
import { adminCases } from './admin-cases.ts';
import { approvalCases } from './approval-cases.ts';
import { authCases } from './auth-cases.ts';
import { clientCases } from './client-cases.ts';
import type { People } from './people.ts';
import type { RouteCases } from './route-case.ts';
import { searchCases } from './search-cases.ts';

/** Every public route of user-api. */
export const userApiCases: RouteCases<People> = {
  'POST /hello': {
    alone: 'both',
    well: (call) => call(),
    data: {},
    badly: (call) => call({ 'auth.token': 1 }),
    refusal: [400, 'invalid_type'],
  },
  ...authCases,
  ...accountCases,
  ...approvalCases,
  ...clientCases,
  ...searchCases,
  ...adminCases,
};
