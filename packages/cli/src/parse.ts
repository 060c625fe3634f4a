import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Command, Input } from './command.ts';
import { createComplaint, exitCodes } from './failure.ts';
import { optionsTopic } from './help.ts';
import { nearest } from './nearest.ts';
import { globalOptions, type Globals, type InputValue, type Option, type Options } from './options.ts';

export interface Parsed {
  /** The words that name the command, or the group that help is wanted for. */
  readonly words: readonly string[];
  /** Undefined where the words name a group. */
  readonly command: Command | undefined;
  readonly globals: Globals;
  readonly input: Input;
}

/** Reads the command line by the command table. Throws a complaint about what it cannot understand. */
export function parse(commands: readonly Command[], typed: readonly string[]): Parsed {
  const args = readAliases(typed);
  const said = scan(args, globalOptions, false);
  const globals = toGlobals(said.values);
  if (globals.help && said.positionals.join(' ') === optionsTopic)
    return { words: [optionsTopic], command: undefined, globals, input: {} };
  const { words, command } = findCommand(commands, said.positionals);
  // Without a command there is only help to give, which also meets words that are unknown.
  if (command === undefined || globals.help) {
    const unknown = Object.keys(said.values).find((name) => !(name in globalOptions));
    if (command === undefined && said.positionals.length > words.length)
      throw createUnclear(words, wordUnknown(commands, sayBeforeOption(args)));
    if (command === undefined && unknown !== undefined)
      throw createUnclear(words, wordUnknownOption(unknown, globalOptions));
    return { words, command, globals, input: {} };
  }
  const { values, positionals } = scan(args, { ...globalOptions, ...command.options }, true, words);
  const given = positionals.slice(words.length);
  const isGroup = words.length < command.name.split(' ').length;
  if (isGroup && given.length > Object.keys(command.arguments).length)
    throw createUnclear(words, wordUnknown(commands, positionals));
  const input = { ...nameArguments(command, given), ...readOptions(command, values) };
  return { words, command, globals: toGlobals(values), input };
}

/** The words before an option that is none of all commands: what follows may be its value, such as a key. */
function sayBeforeOption(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => {
    const [name = ''] = arg.replace(/^--?/, '').split('=');
    return arg.startsWith('-') && !(name in globalOptions);
  });
  return scan(at === -1 ? args : args.slice(0, at), globalOptions, false).positionals;
}

/** What people also type for an option. */
function readAliases(typed: readonly string[]): readonly string[] {
  const [first = '', ...rest] = typed;
  if (first === 'help') return [...rest, '--help'];
  return ['version', '-V'].includes(first) ? ['--version', ...rest] : typed;
}

function wordUnknown(commands: readonly Command[], said: readonly string[]): string {
  const likely = mend(commands, said);
  return `There is no command ${said.join(' ')}.${likely === undefined ? '' : ` Did you mean ${likely}?`}`;
}

/** The command that was most likely meant; undefined where a word is like none that may stand there. */
function mend(commands: readonly Command[], said: readonly string[]): string | undefined {
  const mended: string[] = [];
  for (const word of said) {
    const before = mended.map((one) => `${one} `).join('');
    const below = commands.filter(({ name }) => name.startsWith(before));
    const next = below.map(({ name }) => name.split(' ')[mended.length] ?? '');
    // What follows a whole command are its arguments.
    if (next.length === 0) break;
    const likely = next.includes(word) ? word : nearest(word, next);
    if (likely === undefined) return undefined;
    mended.push(likely);
  }
  return mended.join(' ');
}

function wordUnknownOption(name: string, options: Options): string {
  if (name.length === 1) return `Unknown option -${name}.`;
  const likely = nearest(name, Object.keys(options));
  return `Unknown option --${name}.${likely === undefined ? '' : ` Did you mean --${likely}?`}`;
}

export function createUnclear(words: readonly string[], message: string): Error {
  const help = ['latchkey', ...words, '--help'].join(' ');
  return createComplaint(`${message} See ${help}`, exitCodes.unclear);
}

type Values = Readonly<Record<string, InputValue>>;

/** A made id has 22 characters and may begin with a hyphen; no option is so long. */
const hyphenId = /^-[\w-]{21}$/;
/** No argument of a program can hold this character. */
const mark = '\0';

function scan(args: readonly string[], options: Options, strict: boolean, words: readonly string[] = []) {
  const config: ParseArgsConfig['options'] = {};
  for (const [name, { type, short }] of Object.entries(options))
    config[name] = {
      type: type === 'flag' ? 'boolean' : 'string',
      multiple: type === 'list',
      ...(short === undefined ? {} : { short }),
    };
  const marked = args.map((arg) => (hyphenId.test(arg) ? mark + arg : arg));
  const unmark = <T>(value: T) => (typeof value === 'string' ? value.replace(mark, '') : value);
  try {
    const found = parseArgs({ args: marked, options: config, strict, allowPositionals: true });
    const values = Object.entries(found.values).map(([name, value]) => [name, unmark(value)] as const);
    return { values: Object.fromEntries(values) as Values, positionals: found.positionals.map(unmark) };
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    const [, unknown] = /^Unknown option '--?(.+)'$/.exec(sentence) ?? [];
    throw createUnclear(words, unknown === undefined ? `${sentence}.` : wordUnknownOption(unknown, options));
  }
}

/** The command whose name is the longest beginning of what was said. A group alone stands for its list or its view. */
function findCommand(
  commands: readonly Command[],
  said: readonly string[],
): Pick<Parsed, 'words' | 'command'> {
  const line = `${said.join(' ')} `;
  const named = commands.filter(({ name }) => line.startsWith(`${name} `));
  const [longest] = named.sort((one, other) => other.name.length - one.name.length);
  if (longest !== undefined) return { words: longest.name.split(' '), command: longest };
  const words = findGroup(commands, said);
  const standsFor = ['list', 'view'].map((act) => [...words, act].join(' '));
  return { words, command: commands.find(({ name }) => standsFor.includes(name)) };
}

/** As many of the words as begin the name of a command. */
function findGroup(commands: readonly Command[], words: readonly string[]): string[] {
  const isGroup = (prefix: string) => commands.some(({ name }) => name.startsWith(`${prefix} `));
  const ends = words.map((_, at) => words.slice(0, at + 1));
  return ends.filter((group) => isGroup(group.join(' '))).at(-1) ?? [];
}

function toGlobals(values: Values): Globals {
  const flags = ['json', 'quiet', 'help', 'version'].map((name) => [name, values[name] === true]);
  return { ...values, ...Object.fromEntries(flags) } as Globals;
}

function nameArguments({ name, arguments: expected }: Command, given: readonly string[]): Input {
  const words = name.split(' ');
  const names = Object.keys(expected);
  const rest = Object.values(expected).at(-1)?.isRest === true ? names.length - 1 : undefined;
  const [surplus] = rest === undefined ? given.slice(names.length) : [];
  if (surplus !== undefined) throw createUnclear(words, `${name} does not take ${JSON.stringify(surplus)}.`);
  const missing = Object.entries(expected).filter(
    ([, { isOptional, isRest }], at) => !isOptional && !isRest && at >= given.length,
  );
  const [lacking] = missing.map(([one]) => one.toUpperCase());
  if (lacking !== undefined) throw createUnclear(words, `${name} needs ${lacking}.`);
  const wrong = Object.entries(expected).find(
    ([, { choices }], at) => checkChoices(choices, given.slice(at, at + 1)) === unfit,
  );
  if (wrong !== undefined) {
    const [argument, { choices = [] }] = wrong;
    throw createUnclear(words, `${argument.toUpperCase()} must be one of ${choices.join(', ')}.`);
  }
  return Object.fromEntries(names.map((one, at) => [one, at === rest ? given.slice(at) : given[at]]));
}

function readOptions({ name, options }: Command, values: Values): Input {
  const given = Object.entries(options).map(([option, spec]) => {
    const value = readOption(spec, values[option]);
    if (value !== unfit) return [option, value] as const;
    const wanted = spec.choices === undefined ? 'a whole number' : `one of ${spec.choices.join(', ')}`;
    throw createUnclear(name.split(' '), `--${option} must be ${wanted}.`);
  });
  return Object.fromEntries(given);
}

const unfit = Symbol('unfit');

function readOption({ type, choices }: Option, value: InputValue): InputValue | typeof unfit {
  if (type === 'flag') return value === true;
  if (type === 'list') return checkChoices(choices, Array.isArray(value) ? (value as readonly string[]) : []);
  if (typeof value !== 'string') return undefined;
  if (type === 'number') return /^\d{1,15}$/.test(value) ? Number(value) : unfit;
  return checkChoices(choices, [value]) === unfit ? unfit : value;
}

function checkChoices(choices: readonly string[] | undefined, values: readonly string[]) {
  return choices === undefined || values.every((value) => choices.includes(value)) ? values : unfit;
}
