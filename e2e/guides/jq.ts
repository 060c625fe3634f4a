import { readFileSync } from 'node:fs';

/** As much of jq as the guides type, for a machine that has no jq: `jq -r .a.b [FILE]`. */
const [option, path = '', file = 0] = process.argv.slice(2);
if (option !== '-r') throw new Error(`This jq does not know ${option}`);
let value: unknown = JSON.parse(readFileSync(file, 'utf8'));
for (const name of path.split('.').filter((part) => part !== ''))
  value = (value as Record<string, unknown> | null)?.[name];
process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value ?? null)}\n`);
