import { defineCommand } from '../command.ts';
import { showTime } from '../output.ts';

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Show who is logged in, where, and with which rights.',
  needs: 'login',
  options: { admin: { type: 'flag', summary: 'Show the operator who is logged in.' } },
  async run({ out, profile, connect, latchkey }) {
    const session = await connect();
    const { sub, email, name } = await latchkey.userInfo(session);
    const { accessToken = '' } = (await session.caller.credentials()) ?? {};
    // Of a token of another client sso says nothing.
    const { client_id, scope, exp } = await latchkey.introspect(accessToken);
    const expiresAt = exp === undefined ? null : new Date(exp * 1000).toISOString();
    out.record(
      { user: { id: sub, email, name }, client_id, scope, expires_at: expiresAt },
      {
        email,
        name,
        id: sub,
        rights: scope,
        'token until': expiresAt === null ? null : showTime(expiresAt),
        sso: profile.sso,
        profile: profile.name,
      },
    );
  },
});
