import { randomBytes } from 'node:crypto';
import { withClient } from '@latchkey/database';
import { findFreePort } from '../../infra/local/ports.ts';
import { readCommands, startCommand, type StartedCommand } from './example.ts';

const [makeDatabase = '', serve = ''] = readCommands('back-end');
const server = process.env['TEST_POSTGRES_URL'] ?? '';

/** The example on a database of its own, in any number of processes. */
export async function openBackEnds() {
  const name = `example_${randomBytes(8).toString('hex')}`;
  const storeKey = randomBytes(32).toString('base64url');
  const running = new Set<StartedCommand>();
  const command = `${makeDatabase.replace('back_end', name)}; echo "made $DATABASE_URL"`;
  const [, databaseUrl = ''] = await startCommand(command, { DATABASE_URL: server }).waitFor(/^made (\S+)$/m);
  return {
    databaseUrl,
    storeKey,
    async start(sso: string) {
      const port = String(await findFreePort());
      const env = { DATABASE_URL: databaseUrl, SSO_URL: sso, STORE_KEY: storeKey, PORT: port };
      const started = startCommand(serve, env);
      running.add(started);
      await started.waitFor(/listens on/);
      return { url: `http://localhost:${port}`, stop: started.stop };
    },
    stop: () => Promise.all([...running].map(({ stop }) => stop())),
    dropDatabase: () =>
      withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)),
  };
}

export type BackEnds = Awaited<ReturnType<typeof openBackEnds>>;
export type BackEnd = Awaited<ReturnType<BackEnds['start']>>;

const tries = 5;

/** Asks again where the back end says that it cannot do that now, as a busy machine makes it say. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  let response = await fetch(url, init);
  for (let tried = 1; response.status === 503 && tried < tries; tried += 1) response = await fetch(url, init);
  return response;
}

/** A browser without pictures: it keeps the cookie and sends forms as the page's own. `current` is where it is by default. */
export function openVisitor(current: () => BackEnd) {
  let cookie = '';
  const post = async (path: string, { url } = current(), fields: Record<string, string> = {}) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams(fields);
    const response = await ask(`${url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return set;
  };
  const see = async ({ url } = current()) => (await ask(url, { headers: { cookie } })).text();
  /** Looks until the page's title is another one, and answers it. */
  const seeAfter = async (before: string, at = current()): Promise<string> => {
    for (;;) {
      const [, title = ''] = /<h1>(.*?)<\/h1>/.exec(await see(at)) ?? [];
      if (title !== before) return title;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  return {
    post,
    see,
    seeAfter,
    /** Starts a sign-in and answers what a person needs to decide. */
    async begin() {
      await post('/login');
      return { userCode: /class="code">([A-Z-]+)</.exec(await see())?.[1] ?? '' };
    },
    settle: (at = current()) => seeAfter('One moment', at),
  };
}
