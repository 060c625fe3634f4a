import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'End the login, and the operator’s, at the service and here.',
  async run(context) {
    const { out, profile } = context;
    const ended = await endLogins(context);
    out.say(
      ended === 0 ? `You were not logged in at ${profile.sso}.` : `You are logged out at ${profile.sso}.`,
    );
  },
});

/** Ends the logins that are kept here, and answers how many. */
export async function endLogins({ openPlace }: Pick<Context, 'openPlace'>): Promise<number> {
  let ended = 0;
  for (const place of ['session', 'admin'] as const) {
    const { session } = await openPlace(place);
    if ((await session.state()).status !== 'active') continue;
    await session.end();
    ended += 1;
  }
  return ended;
}
