import type { Command } from './command.ts';
import { exitMeanings } from './failure.ts';
import { loginFor } from './login.ts';
import { globalOptions, type Option, type Options } from './options.ts';
import { wrap } from './wrap.ts';

const width = 80;
/** A window has 24 rows; one is for the prompt. */
const mostLines = 23;
/** Longer choices stand in the sentence of their option. */
const longestChoices = 10;

/** What the first words of the commands are about, in the order of the help. A command of one word has its own summary. */
const overview: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Begin here': {
    login: '',
    logout: '',
    whoami: '',
    token: '',
    api: '',
    drop: 'Send files and texts that can be taken once, and take them.',
  },
  'Your account, clients and orgs': {
    account: 'See and change your account and how you sign in.',
    devices: 'See and end the devices that you let in.',
    apps: 'See and end the apps that you let in.',
    sessions: 'See and end your sessions.',
    log: '',
    clients: 'Make and change your OAuth clients.',
    connections: 'Say which client may call which.',
    credentials: 'See and end the app tokens of your clients.',
    orgs: 'See your orgs, and invite people.',
  },
  More: {
    admin: 'Operate an installation: users, orgs, clients, APIs and mails.',
    profile: 'See and remove the accounts and installations that are kept here.',
    completion: 'Complete commands in bash, zsh or fish.',
  },
};

/** The topic of the help that is no command. */
export const optionsTopic = 'options';

/** The help of everything, of a group such as `drop`, of one command, or of the options of all; 80 columns wide. */
export function writeHelp(commands: readonly Command[], words: readonly string[]): string {
  const name = words.join(' ');
  if (name === '') return writeOverview(commands);
  if (name === optionsTopic) return guide;
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return writeCommandHelp(command);
  const shown = commands.filter((one) => one.name.startsWith(`${name} `));
  const write = (rows: Rows) => `Usage: latchkey ${name} COMMAND …\n\n${section('Commands', rows)}`;
  const whole = write(shown.map((one) => [one.name, one.summary]));
  return countLines(whole) > mostLines ? write(foldGroups(shown, words)) : whole;
}

/** A row for each group below the words, with what there is in it. */
function foldGroups(commands: readonly Command[], { length }: readonly string[]) {
  const nameGroup = ({ name }: Command) => name.split(' ', length + 1).join(' ');
  return [...new Set(commands.map(nameGroup))].map((group) => {
    const members = commands.filter((one) => nameGroup(one) === group);
    const [first, ...others] = members;
    const acts = members.map(({ name }) => name.slice(group.length + 1));
    return [group, others.length === 0 ? (first?.summary ?? '') : acts.join(', ')] as const;
  });
}

/** Fits a window. */
function writeOverview(commands: readonly Command[]): string {
  const groups = Object.entries(overview).flatMap(([title, topics]) => {
    const rows = Object.entries(topics).map(([word, about]) => {
      const summary = about || (commands.find(({ name }) => name === word)?.summary ?? '');
      return `  ${word.padEnd(13)}${summary}`;
    });
    return [title, ...rows];
  });
  return [
    'Usage: latchkey COMMAND …',
    ...groups,
    `One of them: latchkey COMMAND --help. Options of all: latchkey help ${optionsTopic}`,
  ].join('\n');
}

function writeCommandHelp(command: Command): string {
  const named = Object.entries(command.arguments);
  const parts = named.map(([name, { isOptional, isRest }]) =>
    isRest ? `[${upper(name)} …]` : isOptional ? `[${upper(name)}]` : upper(name),
  );
  const hasOptions = Object.keys(command.options).length > 0;
  const details = command.details?.split('\n').map(writeLine).join('\n');
  const argumentRows = named.map(([name, one]) => [upper(name), one.summary] as const);
  return joinParts([
    `Usage: ${['latchkey', command.name, ...parts, ...(hasOptions ? ['[OPTIONS]'] : [])].join(' ')}`,
    wrap(command.summary, width),
    ...(details === undefined ? [] : [details]),
    ...(command.needs === undefined ? [] : [`Needs: ${loginFor(command.needs)}`]),
    ...(named.length === 0 ? [] : [section('Arguments', argumentRows)]),
    ...(hasOptions ? [writeOptions('Options', command.options)] : []),
    `Options of every command: latchkey help ${optionsTopic}`,
  ]);
}

/** With an empty line between the parts where a window has room for it. */
function joinParts(parts: readonly string[]): string {
  const airy = parts.join('\n\n');
  return countLines(airy) > mostLines ? parts.join('\n') : airy;
}

const countLines = (text: string) => text.split('\n').length;

/** A line with an indent is one to type, which must stay whole. */
const writeLine = (line: string) => (line.startsWith('  ') ? line : wrap(line, width));

/** The lines to type that the help of a command has. */
export function readShellLines({ details = '' }: Command): readonly string[] {
  return details.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}

const variables = {
  SSO_URL: 'sso, which names the others; else of the last login',
  'USER_API_URL, DROP_URL': 'the others, where they are elsewhere than sso says',
  LATCHKEY_PROFILE: 'the profile, unless --profile names one',
  LATCHKEY_TOKEN: 'an access token, instead of a login',
  LATCHKEY_CLIENT_ID: 'the public client to log in as; latchkey-cli',
  NO_COLOR: 'no colours',
  'HTTPS_PROXY, NO_PROXY': 'a proxy; NODE_EXTRA_CA_CERTS: an authority of your own',
};

const codes = Object.entries(exitMeanings).map(([code, meaning]) => `${code} ${meaning}`);

const guide = joinParts([
  writeOptions('Options of every command', globalOptions),
  section('Variables', Object.entries(variables)),
  wrap(`Exit codes: ${codes.join('; ')}.`, width),
  `Operators begin beside the service, not here:
  latchkey-user-api operators create --email ADDRESS
  latchkey-user-api clients create --name NAME`,
]);

function writeOptions(title: string, options: Options): string {
  return section(
    title,
    Object.entries(options).map(([name, option]) => [writeOption(name, option), writeSummary(option)]),
  );
}

function writeOption(name: string, { type, value, choices, short }: Option): string {
  const flag = short === undefined ? `--${name}` : `-${short}, --${name}`;
  if (type === 'flag') return flag;
  const isShort = choices !== undefined && choices.join('|').length <= longestChoices;
  return `${flag} ${value ?? (isShort ? choices.join('|') : upper(name))}${type === 'list' ? ' …' : ''}`;
}

/** The sentence, with the choices that neither it nor the name has. */
function writeSummary({ choices = [], summary }: Option): string {
  const isSaid = choices.join('|').length <= longestChoices || choices.every((one) => summary.includes(one));
  return isSaid ? summary : `${summary.slice(0, -1)}: ${choices.join(', ')}.`;
}

const upper = (name: string) => name.toUpperCase();

type Rows = readonly (readonly [string, string])[];

/** Names on the left, sentences on the right, or below a name that is too long. */
function section(title: string, rows: Rows): string {
  const indent = Math.min(28, Math.max(...rows.map(([name]) => name.length)) + 4);
  const lines = rows.map(([name, text]) => {
    const left = `  ${name}`;
    const right = wrap(text, width, indent);
    return left.length + 2 <= indent ? left.padEnd(indent) + right.trimStart() : `${left}\n${right}`;
  });
  return [`${title}:`, ...lines].join('\n');
}
