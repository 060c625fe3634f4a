import { nameFields, type Command } from './command.ts';
import { commands as allCommands } from './commands/index.ts';
import { createContext } from './context.ts';
import { exitCodes, isComplaint, wordFailure, type Complaint, type FailureWords } from './failure.ts';
import { loginFor, rights, type Login } from './login.ts';
import { clean, fitLines, toJson } from './output.ts';
import { parse, type Parsed } from './program.ts';
import { isSmart, type Shell } from './shell.ts';
import { readVariable } from './variables.ts';

/** Runs one command line and answers the exit code. Throws what is a bug of this command. */
export async function run(
  args: readonly string[],
  shell: Shell,
  commands: readonly Command[] = allCommands,
): Promise<number> {
  let parsed: Parsed | undefined;
  try {
    const read = parse(commands, args);
    if (typeof read === 'string') shell.stdout.write(read);
    else {
      parsed = read;
      await act(parsed, shell);
    }
    return exitCodes.done;
  } catch (error) {
    const words = shell.signal.aborted ? undefined : wordFailure(error, nameFields(parsed?.command));
    if (words === undefined || words.exitCode === exitCodes.interrupted) {
      sayInterrupted(shell, isComplaint(error) ? error : undefined);
      return exitCodes.interrupted;
    }
    sayFailure(
      shell,
      namePlace(words, shell),
      parsed && (await adviseAfter(words, shell, parsed)),
      args.includes('--json'),
    );
    return words.exitCode;
  }
}

/** Who has put the folder of the profiles elsewhere may have put it where nobody may write. */
function namePlace(words: FailureWords, { configDir, env }: Shell): FailureWords {
  const { XDG_CONFIG_HOME: named = '' } = env;
  const isThere = named !== '' && words.message.includes(configDir);
  return isThere ? { ...words, message: `${words.message} XDG_CONFIG_HOME is ${named}.` } : words;
}

function sayFailure(
  { stderr, env, reachAdvice }: Shell,
  { exitCode, message, ...details }: FailureWords,
  login: string | undefined,
  isJson: boolean,
): void {
  const isLoginNeeded =
    exitCode === exitCodes.loginNeeded && readVariable({ env }, 'LATCHKEY_TOKEN') === undefined;
  const isAdvised = isLoginNeeded && login !== undefined && 'code' in details;
  const advice = isAdvised ? ` Run: ${login}` : adviseReach({ message, ...details }, reachAdvice);
  const json = toJson({ error: { ...details, message } }, stderr.isTTY === true);
  stderr.write(`${isJson ? json : fitLines(stderr, `latchkey: ${clean(message)}${advice}`)}\n`);
}

/** Node's names of a certificate that no known authority has signed. */
const unknownAuthority = /\((SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;

function adviseReach({ code, message }: Pick<FailureWords, 'code' | 'message'>, reachAdvice = ''): string {
  if (code !== 'no_answer') return '';
  if (unknownAuthority.test(message)) return ' NODE_EXTRA_CA_CERTS=FILE names an authority of your own.';
  return reachAdvice && ` ${reachAdvice}`;
}

/** A terminal has shown ^C on this line. A command may say how to go on. */
function sayInterrupted({ stderr, env }: Shell, complaint?: Complaint): void {
  const message = complaint?.exitCode === exitCodes.interrupted ? complaint.message : 'Interrupted.';
  stderr.write(`${isSmart({ stderr, env }) ? '\r\u001B[K' : ''}${fitLines(stderr, message)}\n`);
}

async function act(parsed: Parsed, shell: Shell): Promise<void> {
  const { command, globals, input } = parsed;
  const login = input['admin'] === true ? 'admin' : (command.needs ?? 'login');
  await command.run(await createContext(shell, globals, login, adviseLogin(parsed)), input);
}

/** An option --admin makes a command use the operator's login. */
function adviseLogin({ command, input }: Parsed, has: readonly Login[] = []): string {
  const needs = command.needs ?? 'login';
  const isAdmin = needs === 'admin' || input['admin'] === true;
  return loginFor(needs, isAdmin, isAdmin ? [] : has);
}

/** The login that would have helped; where a right is missing, with those that are there, whose place it takes. */
async function adviseAfter({ code }: FailureWords, shell: Shell, parsed: Parsed): Promise<string> {
  if (code !== 'insufficient_scope') return adviseLogin(parsed);
  // A damaged file is reported by the command that needs it.
  return adviseLogin(parsed, await findRights(shell, parsed).catch(() => []));
}

async function findRights(shell: Shell, { globals }: Parsed): Promise<readonly Login[]> {
  const { openPlace } = await createContext(shell, globals, 'login');
  const state = await (await openPlace('session')).session.state();
  const scope = state.status === 'active' ? state.scope.split(' ') : [];
  return rights.filter((right) => scope.includes(right));
}
