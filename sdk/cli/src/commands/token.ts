import { defineCommand } from '../command.ts';

export const token = defineCommand({
  name: 'token',
  summary: 'Print a fresh access token, for other programs.',
  details:
    'The token of a usual login works only with a proof of its key. One of `latchkey login --bearer` works alone, here without showing it to the other processes of the machine:\n  latchkey token | tr -d "\\n" | curl --data-urlencode access_token@- "$SSO_URL/userinfo"',
  needs: 'login',
  options: { admin: { type: 'flag', summary: 'Print the operator’s token.' } },
  async run({ out, globals, connect }) {
    const { caller } = await connect();
    const credentials = await caller.credentials();
    const accessToken = credentials?.accessToken ?? '';
    const isBound = credentials?.key !== undefined;
    if (globals.json)
      return out.record({ access_token: accessToken, token_type: isBound ? 'DPoP' : 'Bearer' }, {});
    out.line(accessToken);
    if (isBound)
      out.say(
        'It works only with a proof of its key. Run `latchkey login --bearer` for one that works alone.',
      );
  },
});
