import { version } from '@latchkey/client';
import { parse as parseLine, type Parsed as ParsedLine, type Program } from '@latchkey/process/command-line';
import type { Command } from './command.ts';
import { createComplaint, exitCodes, exitMeanings } from './failure.ts';
import { loginFor, type Login } from './login.ts';
import { globalOptions, type Globals } from './options.ts';
import { wrap } from './wrap.ts';

export interface Parsed extends ParsedLine<Command> {
  readonly globals: Globals & ParsedLine<Command>['globals'];
}

/** The command with what was typed, or the text of a help. Throws a complaint about what cannot be understood. */
export function parse(commands: readonly Command[], typed: readonly string[]): Parsed | string {
  const described = commands.map((one) =>
    one.needs === undefined ? one : { ...one, details: describeNeeds(one.details, one.needs) },
  );
  // The globals are read by their own table.
  return parseLine({ ...program, commands: described }, typed, complain) as Parsed | string;
}

function describeNeeds(details: string | undefined, needs: Login): string {
  return [...(details === undefined ? [] : [details]), `Needs: ${loginFor(needs)}`].join('\n\n');
}

const complain = (sentence: string) => createComplaint(sentence, exitCodes.unclear);

/** The lines to type that the help of a command has. */
export function readShellLines({ details = '' }: Command): readonly string[] {
  return details.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}

/** What the first words of the commands are about, in the order of the help. A command of one word has its own summary. */
const overview = {
  'Begin here': {
    login: '',
    logout: '',
    whoami: '',
    token: '',
    api: '',
    drop: 'Send files and texts that can be taken once, and take them.',
    profile: 'See and remove the accounts and installations that are kept here.',
    completion: 'Complete commands in bash, zsh or fish.',
  },
  'Your account, clients, orgs and installation': {
    account: 'See and change your account and how you sign in.',
    devices: 'See and end the devices that you let in.',
    apps: 'See and end the apps that you let in.',
    sessions: 'See and end your sessions.',
    log: '',
    clients: 'Make and change your OAuth clients.',
    connections: 'Say which client may call which.',
    credentials: 'See and end the app tokens of your clients.',
    orgs: 'See your orgs, and invite people.',
    admin: 'Operate an installation: users, orgs, clients, APIs and mails.',
    signals: 'Say which programs hear what happens in an installation.',
  },
};

const codes = Object.entries(exitMeanings).map(([code, meaning]) => `${code} ${meaning}`);

const guide = `Variables:
  SSO_URL                sso, which names the others; else of the last login
  USER_API_URL, DROP_URL the others, where they are elsewhere than sso says
  LATCHKEY_PROFILE       the profile, unless --profile names one
  LATCHKEY_TOKEN         an access token, instead of a login
  LATCHKEY_CLIENT_ID     the public client to log in as; latchkey-cli
  NO_COLOR               no colours
  HTTPS_PROXY, NO_PROXY  a proxy; NODE_EXTRA_CA_CERTS: an authority of your own
${wrap(`Exit codes: ${codes.join('; ')}.`, 80)}
Operators begin beside the service, not here:
  latchkey-user-api operators create --email ADDRESS
  latchkey-user-api clients create --name NAME`;

const program: Omit<Program<Command>, 'commands'> = {
  name: 'latchkey',
  version,
  globals: globalOptions,
  overview,
  topic: { name: 'options', text: guide },
  end: 'Options of every command: latchkey help options',
};
