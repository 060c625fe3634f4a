import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Urls } from '../../infra/local/environment.ts';
import { approve } from '../../infra/local/person.ts';
import { startCommand } from '../cli/command.ts';
import { writeCurl, writeProgram } from '../process/write-program.ts';

/** The commands of a block, each whole, without lines that only say something. */
export function readLines(commands: string): string[] {
  const whole = commands.replace(/\\\n\s*/g, '');
  return whole.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/**
 * Types lines as a person does who has one address, a file `secret.pdf` and a browser: it approves each code that is
 * shown, and puts what one line printed where the next one has a placeholder.
 */
export function createPlayer(urls: Urls, folder: string) {
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');
  for (const place of [home, bin]) mkdirSync(place);
  writeProgram(bin, 'latchkey', 'sdk/cli/bin/latchkey.ts');
  writeCurl(bin);
  writeFileSync(join(folder, 'secret.pdf'), 'a secret');
  const input = join(folder, 'input');
  const known: Record<string, string> = {};

  return async function play(line: string, shell = '/bin/sh'): Promise<string> {
    writeFileSync(input, known['link'] ?? '');
    // Whoever takes a drop is in another place than who has put it.
    const place = line.includes('drop take') ? mkdtempSync(join(folder, 'other-')) : folder;
    const typed = fill(line, urls, known);
    const running = startCommand(
      [shell, '-c', `cd '${place}' && exec < '${input}' && ${typed}`],
      home,
      urls,
      {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        USER_API_URL: '',
        DROP_URL: '',
        LATCHKEY_DROP_KEY: known['key'] ?? '',
      },
    );
    const approving = running.sees(/the code (\S+)/).then(
      ([, userCode = '']) => approve(urls, { userCode }),
      // Most lines show none.
      () => undefined,
    );
    const { code, out, err } = await running.ended;
    await approving;
    const printed = out.toString();
    // curl ends with 0 after a refusal too.
    if (code !== 0 || /^\{"(?:status":0|error")/.test(printed))
      throw new Error(`${line}\nended with ${code}:\n${printed}${err}`);
    Object.assign(known, learn(printed));
    if (known['user_code'] !== undefined) await approve(urls, { userCode: known['user_code'] });
    delete known['user_code'];
    return printed;
  };
}

function fill(line: string, { sso }: Urls, known: Readonly<Record<string, string>>): string {
  return line
    .replace(/\bID\b/, known['id'] ?? 'ID')
    .replace('device_code=…', `device_code=${known['device_code']}`)
    .replace('localhost:4001', new URL(sso).host);
}

/** What later lines need: the id and the key of a drop, its link, and the codes of a device authorization. */
function learn(printed: string): Record<string, string> {
  const named = [...printed.matchAll(/^(id|key)\t(\S+)$/gm), ...printed.matchAll(/"(\w+_code)":"([^"]+)"/g)];
  const link = /^https?:\S+\/(?:d|fill)\/\S+$/m.exec(printed)?.[0];
  return {
    ...Object.fromEntries(named.map(([, name = '', value = '']) => [name, value])),
    ...(link === undefined ? {} : { link }),
  };
}
