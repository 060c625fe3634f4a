import { accountCases } from './account-cases.ts';
import { adminCases } from './admin-cases.ts';
import { approvalCases } from './approval-cases.ts';
import { authCases } from './auth-cases.ts';
import { clientCases } from './client-cases.ts';
import { emailCases } from './email-cases.ts';
import { passkeyCases } from './passkey-cases.ts';
import type { People } from './people.ts';
import { helloCase, type RouteCases } from './route-case.ts';
import { searchCases } from './search-cases.ts';

/** Every public route of user-api. */
export const userApiCases: RouteCases<People> = {
  'GET /hello': helloCase,
  ...authCases,
  ...accountCases,
  ...emailCases,
  ...passkeyCases,
  ...approvalCases,
  ...clientCases,
  ...searchCases,
  ...adminCases,
};
