import type { Command } from './command.ts';
import { commands as allCommands } from './commands/index.ts';
import { createContext } from './context.ts';
import { exitCodes, tellFailure } from './failure.ts';
import { writeHelp } from './help.ts';
import { clean } from './output.ts';
import { parse } from './parse.ts';
import type { Shell } from './shell.ts';
import { version } from './version.ts';

/** Runs one command line and answers the exit code. Throws what is a bug of this command. */
export async function run(
  args: readonly string[],
  shell: Shell,
  commands: readonly Command[] = allCommands,
): Promise<number> {
  try {
    const { words, command, globals, input } = parse(commands, args);
    if (globals.version) shell.stdout.write(`${version}\n`);
    else if (globals.help) shell.stdout.write(`${writeHelp(commands, words)}\n`);
    else if (command === undefined) {
      shell.stderr.write(`${writeHelp(commands, words)}\n`);
      return exitCodes.unclear;
    } else await command.run(await createContext(shell, globals, command), input);
    return exitCodes.done;
  } catch (error) {
    if (shell.signal.aborted) {
      shell.stderr.write('Interrupted.\n');
      return exitCodes.interrupted;
    }
    const { exitCode, message, ...details } = tellFailure(error);
    const json = JSON.stringify({ error: { ...details, message } });
    shell.stderr.write(args.includes('--json') ? `${json}\n` : `latchkey: ${clean(message)}\n`);
    return exitCode;
  }
}
