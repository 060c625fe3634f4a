import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shell } from '../src/shell.ts';

interface Call {
  readonly url: string;
  readonly body: string;
  readonly authorization: string | null;
}

export type Reply = readonly [status: number, body: unknown] | Error;

export const folder = mkdtempSync(join(tmpdir(), 'latchkey-drop-cli-'));
let serial = 0;

/** A shell whose services answer `replies` in turn. */
export function createShell(
  replies: readonly Reply[],
  env: Shell['env'] = { LATCHKEY_TOKEN: 'tok' },
  stdin = '',
) {
  const calls: Call[] = [];
  const out: Buffer[] = [];
  const pauses: number[] = [];
  let err = '';
  const clock = { nowMs: 1_000_000 };
  serial += 1;
  const shell: Shell = {
    env,
    sessionFile: join(folder, `session-${serial}`, 'drop.json'),
    stdin: (async function* () {
      yield Buffer.from(stdin);
    })(),
    stdout: { write: (chunk) => out.push(Buffer.from(chunk)) },
    stderr: { write: (chunk) => (err += String(chunk)), isTTY: true },
    async fetch(url, init) {
      const request = new Request(url, init);
      calls.push({ url, body: await request.text(), authorization: request.headers.get('authorization') });
      const reply = replies[calls.length - 1];
      if (reply === undefined) throw new Error('called too often');
      if (reply instanceof Error) throw reply;
      const text = typeof reply[1] === 'string' ? reply[1] : JSON.stringify(reply[1]);
      const length = String(Buffer.byteLength(text));
      return new Response(text, { status: reply[0], headers: { 'content-length': length } });
    },
    now: () => clock.nowMs,
    pause: async (seconds) => pauses.push(seconds),
    newId: () => 'unfinished',
  };
  return { shell, calls, clock, pauses, out: () => Buffer.concat(out), err: () => err };
}

/** A success of drop. */
export const ok = (data: object): Reply => [200, { status: 1, comment: 'OK', data }];
/** A refusal of drop. */
export const refuse = (status: number, code: string, message: string, more: object = {}): Reply => [
  status,
  { status: 0, comment: message, message, code, data: null, request_id: 'r', ...more },
];

/** Removes what the shells of a test file have written. */
export function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
}
