import { renameSync, writeFileSync } from 'node:fs';
import { waitUntil } from '../../infra/local/ports.ts';
import { repeatWhileBusy } from '../../infra/local/raw-requests.ts';
import { callHttps } from './tls-proxy.ts';
import { totpCode } from './totp-code.ts';

export const operator = 'ops@example.com';
const newPassword = 'a long sentence that nobody else knows';
const stepSeconds = 30;

type Page = Awaited<ReturnType<typeof callHttps>>;

const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+) +(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

/** The operator at a browser, at the terminal that types what is in the file `keyboard`, and an authenticator app, who reads what the guide's commands print. */
export function createGuidePerson(ca: string, keyboard: string) {
  const secrets: Record<string, string> = {};
  const pages: Page[] = [];
  let lastStep = 0;
  let isApproving = false;

  /** A code serves once. Beginning one step late leaves two more before anybody has to wait for the app to show one. */
  const nextCode = async (): Promise<string> => {
    const step = (aheadSeconds = 0) => Math.floor((Date.now() / 1000 + aheadSeconds) / stepSeconds);
    // A code that is typed as its step ends is checked in the next one.
    lastStep = Math.max(lastStep + 1, step(5) - 1);
    const isShown = () => Promise.resolve(lastStep <= step() + 1);
    await waitUntil(isShown, () => new Error('The app shows no new code'), 2 * stepSeconds);
    return totpCode(secrets['one_time_code_secret'] ?? '', lastStep * stepSeconds);
  };

  /** A temporary password and a code, then a new password, then the approval, whose number is typed at the terminal. */
  async function approve(address: string, userCode: string): Promise<void> {
    const page = new URL(address);
    const first = await callHttps(address, ca);
    // The sign-in gives the browser a session and another cookie of its own.
    let { cookie } = first;
    const post = async (fields: Record<string, string>) => {
      const form = { user_code: userCode, ...fields };
      const answer = await repeatWhileBusy(() =>
        callHttps(`${page.origin}/device_login`, ca, { cookie, form }),
      );
      if (answer.cookie !== '') ({ cookie } = answer);
      pages.push(answer);
      return answer;
    };
    const password = secrets['one_time_password'] ?? '';
    const typed = { email: operator, password, code: await nextCode(), decision: 'continue' };
    const asked = await post({ csrf: String(first.body['csrf']), ...typed });
    const [csrf = '', sealed_credentials = ''] = ['csrf', 'sealed_credentials'].map((name) =>
      String(asked.body[name]),
    );
    const chosen = { new_password: newPassword, new_password_again: newPassword };
    const shown = await post({ csrf, sealed_credentials, ...chosen });
    const { ticket, csrf: next } = shown.body;
    const approved = await post({ csrf: String(next), ticket: String(ticket), decision: 'approve' });
    // Whole at once, since the terminal reads it as soon as it is there.
    writeFileSync(`${keyboard}.new`, `${String(approved.body['number'])}\n`);
    renameSync(`${keyboard}.new`, keyboard);
  }

  return {
    secrets,
    nextCode,
    /** What the pages answered, in their order. */
    sawPages: pages,
    read: (output: string) => void Object.assign(secrets, valuesIn(output)),
    /** Looks at what a command has printed so far, and approves the login that it waits for. */
    watch(output: string): Promise<void> | undefined {
      const [, address, userCode] = /open\s+(https:\S+)\s+and type the code (\S+)/.exec(output) ?? [];
      if (isApproving || address === undefined || userCode === undefined) return undefined;
      isApproving = true;
      return approve(address, userCode);
    },
  };
}
