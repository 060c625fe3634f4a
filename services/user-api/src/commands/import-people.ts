import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { defineCommand, NotDone } from '@latchkey/database';
import { parseKeyList } from '@latchkey/secrets';
import { loadResealConfig } from '../config.ts';
import { importLines } from '../people/moving-in/import-people.ts';
import { createTextSealer } from '../signing-in/totp/text-sealer.ts';
import { createPeopleImport } from '../store/commands/people-import.ts';
import { withDatabase } from './with-database.ts';

/** Lines of one transaction. */
const batch = 500;
const progressEvery = 10_000;

/** Source: contract part 2 "Moving in". */
export const importPeople = defineCommand({
  name: 'people import',
  summary: 'Makes accounts of people who come from another product.',
  details: `Reads a JSON object a line: email, email_verified, name, locale, org, role, created_at, ref, password_hash. Prints an object a line: made, exists, or refused and why. The same file again makes nothing twice. It ends with 3 when lines were refused.`,
  arguments: { file: { summary: 'The file; - is the standard input.' } },
  options: { 'dry-run': { type: 'flag', summary: 'Writes nothing.' } },
  async run({ file, 'dry-run': isDry }, { env, isTerminal, print, complain }) {
    const config = loadResealConfig(env);
    const secrets = createTextSealer({ keys: parseKeyList(config.SEALING_KEYS), randomBytes });
    const counts = { made: 0, exists: 0, refused: 0 };
    await withDatabase(config, async (database) => {
      const ports = { store: createPeopleImport(database), secrets, now: Date.now, newId: randomUUID };
      let first = 1;
      for await (const texts of readBatches(file)) {
        const imported = await importLines(ports, texts, { first, isDry });
        for (const { outcome } of imported) counts[outcome] += 1;
        await print(imported.map((one) => `${JSON.stringify(one)}\n`).join(''));
        first += texts.length;
        // Where the lines themselves are not seen.
        if (!isTerminal && (first - 1) % progressEvery === 0) complain(`${first - 1} lines\n`);
      }
    });
    const { made, exists, refused } = counts;
    const sentence = `${made} ${isDry ? 'would be made' : 'were made'}, ${exists} exist, ${refused} were refused.`;
    if (refused > 0) throw new NotDone(sentence);
    complain(`${sentence}\n`);
    return '';
  },
});

async function* readBatches(file: string): AsyncGenerator<string[]> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  let lines: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    lines.push(line);
    if (lines.length < batch) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}
