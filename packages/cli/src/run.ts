import { version } from '@latchkey/client';
import { nameFields, type Command } from './command.ts';
import { commands as allCommands } from './commands/index.ts';
import { createContext } from './context.ts';
import { exitCodes, tellFailure } from './failure.ts';
import { writeHelp } from './help.ts';
import { loginFor } from './login.ts';
import { clean, toJson } from './output.ts';
import { parse, type Parsed } from './parse.ts';
import type { Shell } from './shell.ts';

/** Runs one command line and answers the exit code. Throws what is a bug of this command. */
export async function run(
  args: readonly string[],
  shell: Shell,
  commands: readonly Command[] = allCommands,
): Promise<number> {
  let parsed: Parsed | undefined;
  try {
    parsed = parse(commands, args);
    return await dispatch(parsed, shell, commands);
  } catch (error) {
    const told = shell.signal.aborted ? undefined : tellFailure(error, nameFields(parsed?.command));
    if (told === undefined || told.exitCode === exitCodes.interrupted) {
      sayInterrupted(shell);
      return exitCodes.interrupted;
    }
    const { exitCode, message, ...details } = told;
    const isLoginNeeded = exitCode === exitCodes.loginNeeded && !shell.env['LATCHKEY_TOKEN'];
    const advice = isLoginNeeded && parsed && 'code' in details ? ` Run: ${adviseLogin(parsed)}` : '';
    const json = toJson({ error: { ...details, message } }, shell.stderr.isTTY === true);
    shell.stderr.write(args.includes('--json') ? `${json}\n` : `latchkey: ${clean(message)}${advice}\n`);
    return exitCode;
  }
}

/** A terminal has shown ^C on this line. */
function sayInterrupted({ stderr, env }: Shell): void {
  const isTerminal = stderr.isTTY === true && env['TERM'] !== 'dumb';
  stderr.write(`${isTerminal ? '\r\u001B[K' : ''}Interrupted.\n`);
}

async function dispatch(parsed: Parsed, shell: Shell, commands: readonly Command[]): Promise<number> {
  const { words, command, globals, input } = parsed;
  if (globals.version) shell.stdout.write(`${version}\n`);
  else if (globals.help) shell.stdout.write(`${writeHelp(commands, words)}\n`);
  else if (command !== undefined) {
    const login = input['admin'] === true ? 'admin' : (command.needs ?? 'login');
    await command.run(await createContext(shell, globals, login, adviseLogin(parsed)), input);
  } else {
    shell.stderr.write(`${writeHelp(commands, words)}\n`);
    return exitCodes.unclear;
  }
  return exitCodes.done;
}

/** An option --admin makes a command use the operator's login. */
function adviseLogin({ command, input }: Parsed): string {
  const needs = command?.needs ?? 'login';
  return loginFor(needs, needs === 'admin' || input['admin'] === true);
}
