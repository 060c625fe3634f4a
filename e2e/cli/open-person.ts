import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLatchkey, type DeviceLogin } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import type { Urls } from '../../infra/local/environment.ts';
import { approve, demo } from '../../infra/local/person.ts';
import { createShell } from '../../sdk/cli/test/create-shell.ts';

const clientId = 'latchkey-cli';

/** A login of the command: what `latchkey login` leaves in the folder of the profile. */
export async function logIn(
  urls: Urls,
  configDir: string,
  email: string,
  rights: string,
  password: string = demo.password,
): Promise<void> {
  const latchkey = createLatchkey({ ...urls, clientId, dpop: true });
  let login: DeviceLogin = await latchkey.startDeviceLogin({ scope: `openid offline_access ${rights}` });
  await approve(urls, login, { email, password });
  for await (login of latchkey.followDeviceLogin(latchkey.continueDeviceLogin(login)));
  const folder = join(configDir, 'default', encodeURIComponent(`${clientId}@${urls.sso}`));
  const isAdmin = rights.includes('admin');
  const store = createFileStore(join(folder, isAdmin ? 'admin.json' : 'session.json'));
  await latchkey.openSession(store, login, { refresh: !isAdmin });
}

interface More {
  readonly env?: Readonly<Record<string, string>>;
  readonly onOutput?: (out: string, interrupt: () => void) => void;
}

/** Types lines for the person whose logins are in `configDir`, without a terminal. Words may be given one by one. */
export function createTyping(urls: Urls, configDir: string, usual: More['env'] = {}) {
  return async function type(line: string | readonly string[], { env = {}, onOutput }: More = {}) {
    const interruption = new AbortController();
    const printed = { out: '', err: '' };
    const { run } = createShell([], {
      env: { SSO_URL: urls.sso, USER_API_URL: urls.userApi, DROP_URL: urls.drop, ...usual, ...env },
      configDir,
      stdout: {
        write(chunk) {
          printed.out += String(chunk);
          onOutput?.(printed.out, () => interruption.abort());
        },
      },
      stderr: { write: (chunk) => (printed.err += String(chunk)) },
      fetch,
      clock: {
        now: () => Date.now(),
        wait: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
      },
      signal: interruption.signal,
    });
    const exitCode = await run(...(typeof line === 'string' ? line.split(' ') : line));
    return { exitCode, ...printed };
  };
}
