import type { Urls } from '../../infra/local/environment.ts';
import { cookiesOf, fromNetwork, openSignIn } from '../../infra/local/person.ts';
import { createAuthenticator } from '../../services/user-api/test/setup/authenticator.ts';
import { get, post, readReply, type Answered } from './ask.ts';
import { atOnce, insist, patience, several, signUp, type Race } from './world.ts';

/**
 * The challenge of a form, for which two answers of a key are sent, each several times: one of them signs in, and the
 * session of its last sending must be the only one.
 */
export const raceForPasskey: Race = async (world, random) => {
  const network = fromNetwork(random.between(0, 249));
  const key = createAuthenticator({ counts: random.pick([true, false]) });
  const { id: userId } = await signUp(world, network);
  await insist(world, () => world.addPasskey(key.record(userId, userId, { rpId: 'localhost' })));
  const record = world.begin();
  const { challenge, sent, headers } = await insist(world, async (urls) => {
    const form = await openSignIn(urls, network);
    return form.challenge === '' ? undefined : form;
  });
  const recorder = record('passkey', challenge.slice(-8));
  const answers = ['one', 'other'].map((input) => {
    return { input, passkey: key.get(challenge, { origin: world.ssoOrigin, rpId: 'localhost' }) };
  });
  const sessions = new Map<number, string>();
  const show = () => {
    const { sso } = random.pick<Urls>(world.replicas);
    const cut = patience(random);
    const { input, passkey } = random.pick(answers);
    return () =>
      recorder.call('show', input, async (id) => {
        const reply = await post(`${sso}/login`, { form: { ...sent, passkey }, headers, ...cut });
        const success = (answer: Answered) => {
          sessions.set(id, cookiesOf(answer));
          return { answer: 'tokens' };
        };
        // The second one that counts alike, and one whose challenge is spent.
        const codes = { invalid_credentials: 'invalid', invalid_value: 'invalid' };
        return readReply(reply, 'login', { success, codes, odd: world.odd });
      });
  };
  const lookAtAll = async () => {
    for (const [id, cookie] of sessions) {
      const { sso } = random.pick<Urls>(world.replicas);
      await recorder.call('look', String(id), async () => {
        const success = ({ body }: Answered) => ({ answer: body['account'] ? 'active' : 'inactive' });
        const reply = await get(`${sso}/session`, { ...network, cookie });
        return readReply(reply, 'session', { success, codes: {}, odd: world.odd });
      });
    }
  };
  await atOnce(random, 100, several(random, 2, 6, show));
  await atOnce(random, 20, several(random, 0, 2, show));
  await lookAtAll();
  world.lastLooks.push(lookAtAll);
};
