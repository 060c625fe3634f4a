import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLatchkey, type DeviceLogin } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { decide, type Urls } from '../../infra/local/relying-party.ts';
import { createShell } from '../../packages/cli/test/create-shell.ts';

const clientId = 'latchkey-cli';

/** A login of the command: what `latchkey login` leaves in the folder of the profile. */
export async function logIn(urls: Urls, configDir: string, email: string, rights: string): Promise<void> {
  const latchkey = createLatchkey({ ...urls, clientId });
  let login: DeviceLogin = await latchkey.startDeviceLogin({ scope: `openid offline_access ${rights}` });
  let { status, body } = await decide(urls, login.userCode, 'approve', { email });
  // On a busy machine user-api may not answer in time; nothing has happened then.
  for (let more = 5; more > 0 && status === 503; more -= 1)
    ({ status, body } = await decide(urls, login.userCode, 'approve', { email }));
  if (status !== 200) throw new Error(`the page answered ${status}: ${JSON.stringify(body)}`);
  for await (login of latchkey.followDeviceLogin(latchkey.continueDeviceLogin(login)));
  const folder = join(configDir, 'default', encodeURIComponent(`${clientId}@${urls.sso}`));
  const place = rights.includes('admin') ? 'admin.json' : 'session.json';
  await latchkey.openSession(createFileStore(join(folder, place)), login);
}

interface More {
  readonly env?: Readonly<Record<string, string>>;
  readonly onOutput?: (out: string, interrupt: () => void) => void;
}

/** Types lines for the person whose logins are in `configDir`, without a terminal. Words may be given one by one. */
export function createTyping(urls: Urls, configDir: string) {
  return async function type(line: string | readonly string[], { env = {}, onOutput }: More = {}) {
    const interruption = new AbortController();
    const printed = { out: '', err: '' };
    const { run } = createShell([], {
      env: { SSO_URL: urls.sso, USER_API_URL: urls.userApi, DROP_URL: urls.drop, ...env },
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
