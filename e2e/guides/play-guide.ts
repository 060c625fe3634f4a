import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../infra/local/child-process.ts';
import type { Urls } from '../../infra/local/environment.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { approve, type Person } from '../../infra/local/person.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { openShell, readBlocks } from '../process/guide.ts';
import { writeCurl, writeProgram } from '../process/write-program.ts';

/** A guide, and the machine and the person that it is typed by. */
export interface Play {
  /** Of the page, from the root of the repository. */
  readonly path: string;
  readonly urls: Urls;
  /** Where it is typed. */
  readonly folder: string;
  /** Beside the addresses, which the page's block `site` names. */
  readonly env?: Readonly<Record<string, string>>;
  /** Who approves each login. */
  readonly person?: Person;
}

/** Types every line of a page's blocks of shell commands, and answers what each block printed. */
export async function playGuide(
  { path, urls, folder, env = {}, person }: Play,
  teardown: Teardown,
): Promise<string[]> {
  const { sso, userApi, drop } = urls;
  const places = { SSO_URL: sso, USER_API_URL: userApi, DROP_URL: drop };
  const shell = openShell({ PATH: makePath(folder), HOME: folder, ...places, ...env }, teardown);
  const approved = new Map<string, Promise<void>>();
  const approveOnce = async (output: string) => {
    for (const [, userCode = ''] of output.matchAll(/(?:the code |user_code=)([A-Z]{4}-[A-Z]{4})/g))
      if (!approved.has(userCode)) approved.set(userCode, approve(urls, { userCode }, person));
    await Promise.all(approved.values());
  };
  await shell.run(`cd '${folder}'`);
  const printed: string[] = [];
  for (const { mark, commands } of readBlocks(join(rootDir, path))) {
    if (mark !== '') continue;
    printed.push(await shell.run(commands, approveOnce));
    await Promise.all(approved.values());
  }
  return printed;
}

/** Programs that the guides name: the commands, and curl and jq where the machine has none. */
function makePath(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  // The rest of the guide is on the shell's standard input.
  writeProgram(bin, 'latchkey', 'sdk/cli/bin/latchkey.ts', ' < /dev/null');
  for (const service of ['sso', 'user-api', 'drop'])
    writeProgram(bin, `latchkey-${service}`, `services/${service}/bin/latchkey-${service}.ts`);
  writeCurl(bin);
  if (findProgram('jq') === undefined) writeProgram(bin, 'jq', 'e2e/guides/jq.ts');
  return `${bin}:${process.env['PATH'] ?? ''}`;
}
