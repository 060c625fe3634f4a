import type { Access } from '@latchkey/http-server';
import type { Principal } from '@latchkey/tokens';
import type { DropContext } from '../context.ts';
import { credentialErrors, errors } from '../errors.ts';
import { requireAdmin } from './callers.ts';

/** Authentication required · Admin access required. Source: contract part 3 "Who". */
export const adminGate: Access<DropContext, Principal> = {
  name: 'admin or root token',
  errors: [...credentialErrors('Authentication required'), errors.adminRequired],
  admit: requireAdmin,
};
