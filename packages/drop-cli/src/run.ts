import { parseArgs } from 'node:util';
import { list, revoke, showStatus } from './commands/inspect.ts';
import { put } from './commands/put.ts';
import { take } from './commands/take.ts';
import { forgetSession, saveSession } from './session-file.ts';
import { createComplaint, isComplaint, tell, type Shell } from './shell.ts';
import { signIn } from './sign-in.ts';

const usage = `Usage: latchkey-drop <command>
  put [file|-] [--id ID] [--ttl SECONDS] [--kind KIND] [--type TYPE/SUBTYPE] [--anonymous]
  take ID [KEY] [--out FILE] [--anonymous]
  status ID
  revoke ID
  list [--limit N] [--cursor CURSOR] [--status STATUS] [--kind KIND]
  login | logout
Environment: DROP_URL, SSO_URL, LATCHKEY_CLIENT_ID, LATCHKEY_TOKEN (instead of signing in), LATCHKEY_DROP_KEY.`;

const options = {
  id: { type: 'string' },
  ttl: { type: 'string' },
  kind: { type: 'string' },
  type: { type: 'string' },
  out: { type: 'string' },
  limit: { type: 'string' },
  cursor: { type: 'string' },
  status: { type: 'string' },
  anonymous: { type: 'boolean', default: false },
} as const;

/** Runs one command and answers the exit code: 0, 1 for a command that failed, 2 for one that was not understood. */
export async function run(args: string[], shell: Shell): Promise<number> {
  const parsed = parse(args);
  if (parsed === undefined) {
    tell(shell, usage);
    return 2;
  }
  try {
    return await dispatch(shell, parsed);
  } catch (error) {
    if (!isComplaint(error)) throw error;
    tell(shell, error.message);
    return 1;
  }
}

type Parsed = NonNullable<ReturnType<typeof parse>>;

const aboutOneDrop: readonly (string | undefined)[] = ['take', 'status', 'revoke'];

/** An id that the service made may begin with a hyphen, so whatever follows such a command is an id. */
function parse(args: string[]) {
  const named = aboutOneDrop.includes(args[0]) ? 2 : 0;
  try {
    const rest = { args: args.slice(named), options, allowPositionals: true, strict: true } as const;
    const { values, positionals } = parseArgs(rest);
    return { values, positionals: [...args.slice(0, named), ...positionals] };
  } catch {
    return undefined;
  }
}

async function dispatch(shell: Shell, { values, positionals }: Parsed): Promise<number> {
  const [command, first, second] = positionals;
  const { id, ttl, kind, type, out, limit, cursor, status, anonymous } = values;
  const need = (name: string) => {
    if (first === undefined) throw createComplaint(`${name} needs the id of a drop.`);
    return first;
  };
  if (command === 'put') await put(shell, { file: first, id, ttl, kind, type, anonymous });
  else if (command === 'take') await take(shell, { id: need('take'), key: second, out, anonymous });
  else if (command === 'status') await showStatus(shell, need('status'));
  else if (command === 'revoke') await revoke(shell, need('revoke'));
  else if (command === 'list') await list(shell, { limit, cursor, status, kind });
  else if (command === 'login') await saveSession(shell, await signIn(shell));
  else if (command === 'logout') await forgetSession(shell);
  else {
    tell(shell, usage);
    return 2;
  }
  return 0;
}
