import { open, rm, type FileHandle } from 'node:fs/promises';
import { Unclear, type Shell } from '@latchkey/database';
import { layOut, type Report } from './with-database.ts';

export const jsonOption = { json: { type: 'flag', summary: 'Print JSON for programs.' } } as const;
export const secretOptions = {
  out: { type: 'text', value: 'FILE', summary: 'Write the secrets to this new file.' },
  print: { type: 'flag', summary: 'Print the secrets even where the output is no terminal.' },
  ...jsonOption,
} as const;

/** Where the secrets of a command are shown: in a new file, else on standard output. */
export interface SecretPlace {
  readonly out: string | undefined;
  readonly isPrinted: boolean;
  readonly json: boolean;
}

/** Throws a sentence when both places are named. */
export function readSecretPlace(values: {
  out?: string | undefined;
  print: boolean;
  json: boolean;
}): SecretPlace {
  const { out, print: isPrinted, json } = values;
  if (out === '') throw new Unclear('--out must name a file.');
  if (out !== undefined && isPrinted) throw new Unclear('Only one of --out and --print can be given.');
  return { out, isPrinted, json };
}

/**
 * Does the work of a command whose values are secret, and answers what to print. Before the work it refuses an output that
 * a log may keep, such as that of a Job, and makes the file: a password that nobody sees helps nobody.
 * Source: contract part 5 "First operator".
 */
export async function showSecrets(
  { out, isPrinted, json }: SecretPlace,
  { isTerminal }: Pick<Shell, 'isTerminal'>,
  work: () => Promise<Report>,
): Promise<string> {
  if (out !== undefined)
    return layOut(await withFile(out, (file) => keepSecrets({ out, file, json }, work)), json);
  if (!isTerminal && !isPrinted)
    throw new Error(
      'standard output is no terminal, and a log could keep the secrets. Give --out FILE, or --print to print them. Nothing was changed.',
    );
  return layOut(await work(), json);
}

/** Only the owner can read the file. It is removed when the work fails, or has nothing to keep. */
async function withFile(path: string, work: (file: FileHandle) => Promise<Report>): Promise<Report> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists already' : error.code;
    throw new Error(`--out: ${path} cannot be made: ${reason}. Nothing was changed.`, { cause: error });
  });
  let isKept = false;
  try {
    const report = await work(file);
    isKept = 'out' in report.values;
    return report;
  } finally {
    await file.close();
    if (!isKept) await rm(path);
  }
}

async function keepSecrets(
  { out, file, json }: { out: string; file: FileHandle; json: boolean },
  work: () => Promise<Report>,
): Promise<Report> {
  const { sentences, values } = await work();
  if (Object.keys(values).length === 0) return { sentences, values };
  try {
    await file.writeFile(layOut({ sentences: [], values }, json));
    await file.sync();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new Error(
      `the change was made, but ${out} cannot be written (${reason}). Of an operator, run "operators reset" with --totp; of a client, make another.`,
      { cause: error },
    );
  }
  return { sentences, values: { out } };
}
