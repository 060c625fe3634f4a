import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { InputValue } from '@latchkey/process/command-line';
import { createComplaint, exitCodes } from './failure.ts';
import { clean } from './output.ts';
import type { Shell } from './shell.ts';
import { readSecretVariable, readVariable, trimSecret } from './variables.ts';

/** Asks whether to go on. Throws a complaint when the answer is not yes, or when nobody can be asked. */
export async function confirm(shell: Shell, question: string): Promise<void> {
  if (shell.stdin.isTTY !== true)
    throw createComplaint(`${question} This is not a terminal: confirm with --yes.`, exitCodes.unclear);
  if (!(await agrees(shell, question))) throw createComplaint('Nothing was done.');
}

/** Whether the person on the terminal answers yes. */
export async function agrees(shell: Shell, question: string): Promise<boolean> {
  const answer = await readLine(shell, `${question} [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

export const passwordOption = {
  'password-file': {
    type: 'text',
    value: 'FILE',
    summary: 'Read your password from this file; also LATCHKEY_PASSWORD.',
  },
} as const;

export const newPasswordOption = {
  'new-password-file': {
    type: 'text',
    value: 'FILE',
    summary: 'Read the new password from this file; also LATCHKEY_NEW_PASSWORD.',
  },
} as const;

/**
 * The password of the caller: from a file, from a variable, or typed without being shown. It is never an argument, which
 * the shell's history keeps and others on the machine see.
 */
export async function readPassword(shell: Shell, file: InputValue): Promise<string> {
  const given = await readGiven(shell, 'LATCHKEY_PASSWORD', file);
  return given ?? typePassword(shell, '--password-file');
}

/** The same for a command that has no option for it. */
export async function readPasswordAgain(shell: Shell): Promise<string> {
  return readSecretVariable(shell, 'LATCHKEY_PASSWORD') ?? typePassword(shell);
}

function typePassword(shell: Shell, option?: string): Promise<string> {
  assertPerson(shell, 'Your password is needed', 'LATCHKEY_PASSWORD', option);
  return readSecret(shell, 'Your password: ');
}

/**
 * A new one-time code of the caller: from a variable, or typed. `isAgain` says that one was refused, so that the next must
 * be waited for; a variable holds no other one.
 */
export async function readCode(shell: Shell, isAgain: boolean): Promise<string> {
  const given = readVariable(shell, 'LATCHKEY_CODE');
  if (given !== undefined && isAgain)
    throw createComplaint('The code of LATCHKEY_CODE is wrong or was used; wait for the next one.');
  if (given !== undefined) return given;
  assertPerson(shell, 'A new one-time code is needed', 'LATCHKEY_CODE');
  if (isAgain) shell.stderr.write('That code is wrong or was used. Wait for the next one.\n');
  return (await readLine(shell, 'New one-time code (each serves once): ')).trim();
}

/** The same for a new password, which is typed twice. */
export async function readNewPassword(shell: Shell, file: InputValue): Promise<string> {
  const given = await readGiven(shell, 'LATCHKEY_NEW_PASSWORD', file);
  if (given !== undefined) return given;
  assertPerson(shell, 'A new password is needed', 'LATCHKEY_NEW_PASSWORD', '--new-password-file');
  const typed = await readSecret(shell, 'New password: ');
  if (typed === (await readSecret(shell, 'New password once more: '))) return typed;
  throw createComplaint('The two new passwords differ. Nothing was done.');
}

function assertPerson({ stdin }: Shell, need: string, variable: string, option?: string): void {
  if (stdin.isTTY === true) return;
  const orOption = option === undefined ? '' : ` or by ${option}`;
  const sentence = `${need}. This is not a terminal: give it in ${variable}${orOption}.`;
  throw createComplaint(sentence, exitCodes.unclear);
}

async function readGiven(shell: Shell, variable: string, file: InputValue): Promise<string | undefined> {
  if (typeof file !== 'string') return readSecretVariable(shell, variable);
  return readSecretFile(file);
}

export async function readSecretFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw createComplaint(`${file} cannot be read (${error.code}).`);
  });
  return trimSecret(text);
}

/** A line that is typed on the terminal without being shown. */
export async function readSecret(shell: Shell, question: string): Promise<string> {
  try {
    return await readLine(shell, question, false);
  } finally {
    shell.stderr.write('\n');
  }
}

/** A line that is typed on the terminal. Throws a complaint when Ctrl-C is pressed or the input ends. */
async function readLine({ stdin, stderr, signal }: Shell, question: string, isShown = true): Promise<string> {
  // readline shows what is typed through its output.
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isShown) stderr.write(chunk);
      done();
    },
  });
  // The terminal stops showing what is typed here, so the question must come later.
  const lines = createInterface({ input: stdin, output: echo, terminal: true, historySize: 0, signal });
  if (!isShown) stderr.write(question);
  lines.setPrompt(isShown ? clean(question) : '');
  lines.prompt();
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = () => reject(createComplaint('Interrupted.', exitCodes.interrupted));
      lines.once('line', resolve).once('SIGINT', stop).once('close', stop);
    });
  } catch (error) {
    if (isShown) stderr.write('\n');
    throw error;
  } finally {
    lines.close();
  }
}
