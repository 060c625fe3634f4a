import { createHash, randomBytes } from 'node:crypto';
import type { Urls } from '../../infra/local/environment.ts';
import { allow, demo, fromNetwork } from '../../infra/local/person.ts';
import { tokensOf } from '../../infra/local/raw-requests.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import { post, readReply, type Answered } from './ask.ts';
import { nameOf, raceForFamily } from './race-device.ts';
import { atOnce, insist, patience, several, type Race } from './world.ts';

const client = demo.rp;
const redirect_uri = 'http://localhost:3000/callback';

/** A code of the browser road, which several redeem, now and then with another verifier; then its family is refreshed. */
export const raceForApp: Race = async (world, random) => {
  const record = world.begin();
  const code_verifier = randomBytes(32).toString('base64url');
  const network = fromNetwork(random.between(0, 249));
  const code = await insist(world, async ({ sso }) => {
    const led = await allow(addressOf(sso, code_verifier), { network });
    return led.searchParams.get('code') ?? undefined;
  });
  const recorder = record('app', nameOf(code));
  const packages: TokenPackage[] = [];
  const redeem = () => {
    const input = random.pick(['right', 'right', 'right', 'right', 'right', 'wrong']);
    const verifier = input === 'right' ? code_verifier : 'w'.repeat(43);
    const form = { ...client, grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
    const { sso } = random.pick<Urls>(world.replicas);
    const cut = patience(random);
    return () =>
      recorder.call('redeem', input, async () => {
        const success = (answer: Answered) => {
          packages.push(tokensOf(answer));
          return { answer: 'tokens' };
        };
        const reply = await post(`${sso}/token`, { form, ...cut });
        return readReply(reply, 'redeem', { success, codes: { invalid_grant: 'invalid' }, odd: world.odd });
      });
  };
  await atOnce(random, 200, several(random, 2, 6, redeem));
  for (const again of several(random, 1, 3, redeem)) await again();
  world.lastLooks.push(redeem());
  const [tokens] = packages;
  if (tokens !== undefined) await raceForFamily(world, random, tokens);
};

function addressOf(sso: string, verifier: string): string {
  const sent = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: 'openid offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  return `${sso}/authorize?${new URLSearchParams(sent).toString()}`;
}
