import type { Command } from './command.ts';
import { exitMeanings } from './failure.ts';
import { loginFor } from './login.ts';
import { globalOptions, type Option, type Options } from './options.ts';

const width = 80;

/** The help of everything, of a group such as `drop`, or of one command; 80 columns wide. */
export function writeHelp(commands: readonly Command[], words: readonly string[]): string {
  const name = words.join(' ');
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return writeCommandHelp(command);
  const shown = commands.filter((one) => name === '' || one.name.startsWith(`${name} `));
  return [
    `Usage: latchkey ${name === '' ? '' : `${name} `}COMMAND …`,
    section(
      'Commands',
      shown.map((one) => [one.name, one.summary]),
    ),
    ...(name === '' ? [writeOptions('Options of every command', globalOptions), guide] : []),
  ].join('\n\n');
}

function writeCommandHelp(command: Command): string {
  const named = Object.entries(command.arguments);
  const parts = named.map(([name, { isOptional }]) => (isOptional ? `[${upper(name)}]` : upper(name)));
  const hasOptions = Object.keys(command.options).length > 0;
  return [
    `Usage: ${['latchkey', command.name, ...parts, ...(hasOptions ? ['[OPTIONS]'] : [])].join(' ')}`,
    wrap(command.summary, 0),
    ...(command.details === undefined
      ? []
      : [
          command.details
            .split('\n')
            .map((line) => wrap(line, 0))
            .join('\n'),
        ]),
    ...(command.needs === undefined ? [] : [`Needs: ${loginFor(command.needs)}`]),
    ...(named.length === 0
      ? []
      : [
          section(
            'Arguments',
            named.map(([name, one]) => [upper(name), one.summary]),
          ),
        ]),
    ...(hasOptions ? [writeOptions('Options', command.options)] : []),
    'Options of every command: latchkey --help',
  ].join('\n\n');
}

const guide = `${section(
  'Variables',
  Object.entries({
    'SSO_URL, USER_API_URL, DROP_URL': 'the services; else those of the last login, else the local ones',
    LATCHKEY_PROFILE: 'the profile, unless --profile names one',
    LATCHKEY_TOKEN: 'an access token, instead of a login',
    LATCHKEY_CLIENT_ID: 'the public client to log in as; latchkey-cli',
    NO_COLOR: 'no colours',
  }),
)}

${section('Exit codes', Object.entries(exitMeanings))}

Operators begin beside the service, not here:
  latchkey-user-api operators create --email ADDRESS
  latchkey-user-api clients create --name NAME`;

function writeOptions(title: string, options: Options): string {
  return section(
    title,
    Object.entries(options).map(([name, option]) => [writeOption(name, option), option.summary]),
  );
}

function writeOption(name: string, { type, value, choices }: Option): string {
  if (type === 'flag') return `--${name}`;
  return `--${name} ${value ?? choices?.join('|') ?? upper(name)}${type === 'list' ? ' …' : ''}`;
}

const upper = (name: string) => name.toUpperCase();

/** Names on the left, sentences on the right, or below a name that is too long. */
function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const indent = Math.min(26, Math.max(...rows.map(([name]) => name.length)) + 4);
  const lines = rows.map(([name, text]) => {
    const left = `  ${name}`;
    const right = wrap(text, indent);
    return left.length + 2 <= indent ? left.padEnd(indent) + right.trimStart() : `${left}\n${right}`;
  });
  return [`${title}:`, ...lines].join('\n');
}

function wrap(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  let line = margin;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + word.length >= width) {
      lines.push(line.trimEnd());
      line = margin;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}
