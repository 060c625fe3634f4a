import { createLatchkey } from '@latchkey/client';
import type { Urls } from '../../infra/local/environment.ts';
import { approve } from '../../infra/local/person.ts';
import { openKeeper, type Place } from './keeper.ts';
import { always, live, nameRequest, type Keeper } from './life.ts';

/** What a relying party in a process of its own does: it refreshes so often, or lives until a step of its life. */
export interface Task {
  readonly urls: Urls;
  readonly clientId: string;
  readonly place: Place;
  readonly refreshes?: number;
  /** The step at which the process kills itself, by its number from 0 or by its name. */
  readonly killAt?: number | string;
}

const { urls, clientId, place, refreshes, killAt } = JSON.parse(process.argv[2] ?? '') as Task;
const say = (line: string) => void process.stdout.write(`${line}\n`);
let steps = 0;

/** Says a step before it is done, so that the last word of a killed process is the step that it died at. */
async function step(name: string): Promise<void> {
  say(name);
  if (steps++ !== killAt && name !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

const send: typeof fetch = async (input, init) => {
  const name = nameRequest(input as string, init?.body);
  await step(`asks ${name}`);
  const answer = await fetch(input, init);
  await step(`got ${answer.status} ${name}`);
  return answer;
};

async function around<T>(name: string, write: () => Promise<T>): Promise<T> {
  await step(`writes ${name}`);
  const result = await write();
  await step(`wrote ${name}`);
  return result;
}

const keeper = openKeeper(place);
const watched: Keeper = {
  readLogin: keeper.readLogin,
  writeLogin: (login) => around(`login ${login.status}`, () => keeper.writeLogin(login)),
  session: {
    ...keeper.session,
    replace: (record) => around(`session ${record.status}`, () => keeper.session.replace(record)),
  },
};

if (refreshes === undefined) {
  const latchkey = createLatchkey({ ...urls, clientId, fetch: send });
  await live(latchkey, watched, (login) => approve(urls, login));
} else {
  const session = await createLatchkey({ ...urls, clientId }).openSession(keeper.session);
  for (let at = 0; at < refreshes; at += 1) {
    await session.accessToken(always);
    say('refreshed');
  }
}
await keeper.close();
