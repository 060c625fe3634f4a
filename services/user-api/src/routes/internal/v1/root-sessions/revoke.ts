import { defineRoute } from '@latchkey/http-server';
import { serviceAccess } from '../../../../access/service-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { endSession } from '../../../../session/end-session.ts';
import { findRootSession } from '../../../../session/find-root-session.ts';

/** Signing out of a browser: its root session and all children end. */
export const revokeRootSession = defineRoute({
  path: '/internal/v1/root-sessions/revoke',
  summary: 'Ends a root session and its children',
  access: serviceAccess,
  input: { properties: { token: { type: 'string' } }, required: ['token'] },
  output: { properties: { revoked: { type: 'boolean' } }, required: ['revoked'] },
  errors: [],
  async handle(context: UserApiContext, { token }) {
    const found = await findRootSession(context, token);
    if (found === undefined) return { revoked: false };
    return { revoked: (await endSession(context, found.session.id)).length > 0 };
  },
});
