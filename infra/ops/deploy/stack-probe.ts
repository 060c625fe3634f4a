import { createLatchkey, createMemoryStore } from '@latchkey/client';
import type { Urls } from '../../local/environment.ts';
import { approve, demo } from '../../local/person.ts';
import { waitUntil } from '../../local/ports.ts';
import { postForm, postJson } from '../../local/raw-requests.ts';

/** Long enough for a busy machine; it only ends a wait for something that never happens. */
const limitSeconds = 180;

/** The status of what a service says of its health; 0 where nothing answers. */
function says(url: string, health: 'ready' | 'live'): Promise<number> {
  return fetch(`${url}/health/${health}`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    () => 0,
  );
}

const listUrls = ({ sso, userApi, drop }: Urls): string[] => [sso, userApi, drop];

export async function waitUntilReady(urls: Urls): Promise<void> {
  for (const url of listUrls(urls))
    await waitUntil(
      async () => (await says(url, 'ready')) === 200,
      () => new Error(`${url} is not ready.`),
      limitSeconds,
    );
}

/** Waits until there is the client of the demo data, which services do without. */
export function waitUntilSeeded({ sso }: Urls): Promise<void> {
  return waitUntil(
    async () => (await postForm(`${sso}/device_authorization`, { ...demo.cli })).status === 200,
    () => new Error('There are no demo data.'),
    limitSeconds,
  );
}

/** Waits until the services at these addresses are alive and not ready. */
export async function waitUntilNotReady(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await waitUntil(
      async () => (await says(url, 'ready')) === 503,
      () => new Error(`${url} says that it is ready, or does not answer.`),
      limitSeconds,
    );
    if ((await says(url, 'live')) !== 200) throw new Error(`${url} does not say that it lives.`);
  }
}

/** An access token of the demo person. */
export async function signIn(urls: Urls): Promise<string> {
  const latchkey = createLatchkey({ ...urls, clientId: demo.cli.client_id, allowHttp: true });
  let login = await latchkey.startDeviceLogin({ scope: 'openid profile email offline_access' });
  await approve(urls, login);
  for await (login of latchkey.followDeviceLogin(latchkey.continueDeviceLogin(login)));
  const session = await latchkey.openSession(createMemoryStore(), login);
  return session.accessToken();
}

/** One request to each service: what they answer. */
export async function ask(urls: Urls, token: string): Promise<Record<keyof Urls, number>> {
  const auth = { token };
  const [sso, userApi, drop] = await Promise.all([
    postForm(`${urls.sso}/device_authorization`, { ...demo.cli }),
    postJson(`${urls.userApi}/session/me`, { auth }),
    postJson(`${urls.drop}/v1/drop/list`, { auth }),
  ]);
  return { sso: sso.status, userApi: userApi.status, drop: drop.status };
}

/** Throws where a service does not answer its request. */
export async function expectAnswers(urls: Urls, token: string): Promise<void> {
  const statuses = await ask(urls, token);
  if (Object.values(statuses).some((status) => status !== 200))
    throw new Error(`The services answer ${JSON.stringify(statuses)}.`);
}
