import { defineStatusRoute } from './set-status.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserDisable = defineStatusRoute(
  'disable',
  'disabled',
  'Disables an account; its sign-ins end and its tokens are void',
);
