import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../src/run.ts';
import type { Shell } from '../src/shell.ts';

interface Call {
  readonly url: string;
  /** The DPoP header. */
  readonly proof: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type Reply = readonly [status: number, body: object] | Error;

const folder = mkdtempSync(join(tmpdir(), 'latchkey-command-'));
let serial = 0;

/** Removes what the shells of a test file have written. */
export function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The variables of somebody who has named no address. */
export const nowhere = { SSO_URL: '' };
const local = {
  SSO_URL: 'http://localhost:4001',
  USER_API_URL: 'http://localhost:4002',
  DROP_URL: 'http://localhost:4003',
};

/** A shell whose services answer `replies` in turn; `more` replaces parts of it. Unless a variable says otherwise, the services are local. */
export function createShell(replies: readonly Reply[] = [], { env, ...more }: Partial<Shell> = {}) {
  const calls: Call[] = [];
  const printed = { out: '', err: '' };
  let nowMs = 1_000_000;
  serial += 1;
  const shell: Shell = {
    env: env?.['SSO_URL'] === undefined ? { ...local, ...env } : env,
    configDir: join(folder, String(serial)),
    stdin: Readable.from([]),
    stdout: { write: (chunk) => (printed.out += String(chunk)) },
    stderr: { write: (chunk) => (printed.err += String(chunk)) },
    async fetch(input, init) {
      const request = new Request(input, init);
      const text = await request.text();
      const isForm = request.headers.get('content-type')?.includes('form') === true;
      const fields = isForm
        ? Object.fromEntries(new URLSearchParams(text))
        : (JSON.parse(text || '{}') as Call['fields']);
      calls.push({ url: request.url, proof: request.headers.get('dpop'), fields });
      const reply = replies[calls.length - 1];
      if (reply === undefined) throw new Error('called too often');
      if (reply instanceof Error) throw reply;
      return Response.json(reply[1], { status: reply[0] });
    },
    clock: {
      now: () => nowMs,
      wait: async (ms) => void (nowMs += ms),
    },
    // No process has this number.
    pid: 2 ** 30,
    openBrowser: async () => true,
    platform: 'linux',
    isContainer: () => false,
    interrupt: () => undefined,
    signal: new AbortController().signal,
    deliver: async (bytes) => void shell.stdout.write(bytes),
    ...more,
  };
  return { shell, calls, printed, run: (...args: string[]) => run(args, shell) };
}
