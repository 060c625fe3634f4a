import { defineCommand } from '../command.ts';

export const token = defineCommand({
  name: 'token',
  summary: 'Print a fresh access token, for other programs.',
  details:
    'For curl, without showing it to the other processes of the machine:\n  latchkey token | curl --data-urlencode auth.token@- $USER_API_URL/session/me',
  needs: 'login',
  options: { admin: { type: 'flag', summary: 'Print the operator’s token.' } },
  async run({ out, globals, connect }) {
    const { caller } = await connect();
    const accessToken = (await caller.credentials())?.accessToken ?? '';
    if (globals.json) out.record({ access_token: accessToken }, {});
    else out.line(accessToken);
  },
});
