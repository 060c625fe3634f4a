import { defineCommand } from '../command.ts';
import { showTime } from '../output.ts';

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Show who is logged in, where, and with which rights.',
  needs: 'login',
  async run({ out, profile, userApi }) {
    const call = await userApi();
    const me = await call('/session/me');
    out.record(me, {
      email: me.user.email,
      name: me.user.name,
      id: me.user.id,
      rights: me.scope,
      'token until': showTime(me.expires_at),
      sso: profile.sso,
      profile: profile.name,
    });
  },
});
