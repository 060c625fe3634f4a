import { defineCommand } from '../command.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'End the login, and the operator’s, at the service and here.',
  async run({ out, profile, openPlace }) {
    let ended = 0;
    for (const place of ['session', 'admin'] as const) {
      const { session } = await openPlace(place);
      if ((await session.state()).status !== 'active') continue;
      await session.end();
      ended += 1;
    }
    out.say(
      ended === 0 ? `You were not logged in at ${profile.sso}.` : `You are logged out at ${profile.sso}.`,
    );
  },
});
