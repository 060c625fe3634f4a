import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Urls } from '../../infra/local/environment.ts';
import { demo, fromNetwork, openConfirmation } from '../../infra/local/person.ts';
import { redemption, refreshing, startDevice, tokensOf } from '../../infra/local/raw-requests.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import { post, readReply, type Answered, type Reply } from './ask.ts';
import type { Random } from './random.ts';
import type { Recorder, Seen } from './recorder.ts';
import { atOnce, insist, patience, several, type Race, type World } from './world.ts';

const client = demo.rp;
const people = [demo.email, 'admin@latchkey.test', 'root@latchkey.test'];
export const nameOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 8);

/** One device code, of which about half need a number, given right or wrong: approved, now and then denied at the same moment, polled for by several; then its family is refreshed. */
export const raceForDevice: Race = async (world, random) => {
  const record = world.begin();
  const asking = { ...client, confirmation: 'number' };
  const device = await insist(world, (urls) => startDevice(urls, asking));
  const needs = 'confirmation' in device ? 'number' : '';
  const recorder = record('device', nameOf(device.device_code), needs);
  let number: string | undefined;
  const packages: TokenPackage[] = [];
  const poll = () => {
    const form = redemption(client, device.device_code);
    const typed = random.pick(['', 'right', 'right', 'right', 'wrong']);
    const { sso } = random.pick<Urls>(world.replicas);
    const cut = patience(random);
    return () => {
      const input = number === undefined ? '' : typed;
      const confirmation = input === 'right' ? number : numberBeside(number);
      const sent = input === '' ? form : { ...form, ...(confirmation !== undefined && { confirmation }) };
      return recorder.call('poll', input, async () =>
        readPoll(world, packages, await post(`${sso}/token`, { form: sent, ...cut })),
      );
    };
  };
  const decisions = random.between(1, 4) === 1 ? (['approve', 'deny'] as const) : (['approve'] as const);
  const decide: (() => Promise<unknown>)[] = [];
  for (const decision of decisions) {
    const person = { email: random.pick(people), network: fromNetwork(random.between(0, 249)) };
    const send = await confirm(world, device.user_code, person);
    decide.push(() =>
      recorder.call(decision, '', async () => {
        const reply = await send(decision);
        if (typeof reply?.body['number'] === 'string') number = reply.body['number'];
        return readDecision(world, decision, reply);
      }),
    );
  }
  await atOnce(random, 400, [...decide, ...several(random, 2, 5, poll)]);
  for (const again of several(random, 2, 4, poll)) {
    await wait(random.between(20, 400));
    await again();
  }
  world.lastLooks.push(poll());
  const [tokens] = packages;
  if (tokens !== undefined) await raceForFamily(world, random, tokens);
};

async function confirm(
  world: World,
  userCode: string,
  person: { email: string; network: Record<string, string> },
) {
  const { send } = await insist(world, async (urls) => {
    const opened = await openConfirmation(urls, userCode, person);
    return opened.shown.status === 200 ? opened : undefined;
  });
  return (decision: 'approve' | 'deny'): Promise<Reply> => send(decision).catch(() => undefined);
}

function readDecision(world: World, decision: string, reply: Reply): Seen {
  if (reply?.status === 400) return { answer: 'gone' };
  return readReply(reply, decision, { success: () => ({ answer: 'done' }), codes: {}, odd: world.odd });
}

const pollCodes = {
  authorization_pending: 'pending',
  slow_down: 'pending',
  access_denied: 'denied',
  invalid_grant: 'invalid',
};

/** Another number; undefined beside none. */
const numberBeside = (number: string | undefined) =>
  number === undefined ? undefined : String((Number(number) + 1) % 10_000).padStart(4, '0');

function readPoll(world: World, packages: TokenPackage[], reply: Reply): Seen {
  const success = (answer: Answered) => {
    packages.push(tokensOf(answer));
    return { answer: 'tokens' };
  };
  const seen = readReply(reply, 'poll', { success, codes: pollCodes, odd: world.odd });
  return seen.answer === 'pending' && reply?.body['confirmation'] === 'number' ? { answer: 'asks' } : seen;
}

/** Several callers refresh with the newest token, some with the one before; now and then an older one, which ends it all. */
export async function raceForFamily(world: World, random: Random, first: TokenPackage): Promise<void> {
  const recorder = world.begin()('family', first.binding_chain, nameOf(first.refresh_token));
  const known = [first];
  const rounds = random.between(2, 5);
  for (let round = 0; round < rounds; round += 1) {
    const calls = several(random, 2, 4, () => {
      const back = random.pick([1, 1, 1, 1, 1, 2, 2, 3]);
      return refresh(world, random, { recorder, known, back });
    });
    if (random.between(1, 2) === 1) calls.push(look(world, random, { recorder, known, back: 1 }));
    await atOnce(random, 60, calls);
  }
  world.lastLooks.push(look(world, random, { recorder, known, back: 1 }));
  world.lastLooks.push(look(world, random, { recorder, known, back: 2 }));
}

interface Turn {
  readonly recorder: Recorder;
  readonly known: TokenPackage[];
  /** Which token: 1 is the newest that anybody was given. */
  readonly back: number;
}

function refresh(world: World, random: Random, { recorder, known, back }: Turn) {
  const { sso } = random.pick<Urls>(world.replicas);
  const cut = patience(random);
  return async () => {
    const tokens = known.at(-Math.min(back, known.length)) as TokenPackage;
    await recorder.call('refresh', nameOf(tokens.refresh_token), async () => {
      const reply = await post(`${sso}/token`, { form: refreshing(client, tokens), ...cut });
      const success = (answer: Answered) => {
        const fresh = tokensOf(answer);
        if (!known.some((one) => one.refresh_token === fresh.refresh_token)) known.push(fresh);
        return { answer: 'tokens', value: nameOf(fresh.refresh_token) };
      };
      return readReply(reply, 'refresh', { success, codes: { invalid_grant: 'invalid' }, odd: world.odd });
    });
  };
}

function look(world: World, random: Random, { recorder, known, back }: Turn) {
  const { sso } = random.pick<Urls>(world.replicas);
  return async () => {
    const token = (known.at(-Math.min(back, known.length)) as TokenPackage).refresh_token;
    await recorder.call('look', nameOf(token), async () => {
      const reply = await post(`${sso}/introspect`, { form: { ...client, token } });
      const success = ({ body }: Answered) => ({ answer: body['active'] === true ? 'active' : 'inactive' });
      return readReply(reply, 'introspect', { success, codes: {}, odd: world.odd });
    });
  };
}
