import { defineStatusRoute } from './set-status.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserEnable = defineStatusRoute(
  'enable',
  'active',
  'Enables a disabled account; its older sign-ins and tokens stay void',
);
