import type { CommanderError, Command as Line } from 'commander';
import { buildProgram, nameOf, type Program } from './build-program.ts';
import type { Argument, Command, Input, InputValue, Option } from './command.ts';
import { nearest } from './nearest.ts';

export interface Parsed<Own extends Command> {
  readonly command: Own;
  readonly globals: Input;
  readonly input: Input;
}

/**
 * Reads a command line by the table of a program. Answers the text to print where help or the version is asked for, or a
 * only a group is named. Throws what `complain` makes of a sentence about what cannot be understood.
 */
export function parse<Own extends Command>(
  program: Program<Own>,
  typed: readonly string[],
  complain: (sentence: string) => Error,
): Parsed<Own> | string {
  let parsed: Parsed<Own> | undefined;
  let text = '';
  const refuse = (line: Line, sentence: string) =>
    complain(`${sentence} See ${[program.name, nameOf(line), '--help'].filter(Boolean).join(' ')}`);
  const root = buildProgram(program, {
    act(line, command) {
      const fail = (sentence: string): never => {
        throw refuse(line, sentence);
      };
      const input = { ...readArguments(line, command, fail), ...readOptions(line, command.options, fail) };
      parsed = { command, globals: readOptions(root, program.globals, fail), input };
    },
    exit(line, error) {
      if (texts.includes(error.code)) return;
      const { parent, args } = line;
      // The name of a group calls its list, which then meets a word that is no command.
      const isStray = error.code === 'commander.excessArguments' && parent?.args[0] !== line.name();
      throw isStray && parent?.parent
        ? refuse(parent, wordUnknown(parent, args[0]))
        : refuse(line, wordError(line, error));
    },
    write: (more) => (text += more),
  });
  const bare = findBare(program, typed);
  if (bare !== undefined)
    throw refuse(root, `${bare} needs a value. Write --NAME=VALUE for one that begins with -.`);
  try {
    root.parse(readAliases(typed).map(markId), { from: 'user' });
  } catch (error) {
    if (!texts.includes((error as Partial<CommanderError>).code ?? '')) throw error;
  }
  return parsed ?? text;
}

/** An option that would take the next option for its value, as where a variable of a shell is empty. */
function findBare({ globals, commands }: Program<Command>, typed: readonly string[]): string | undefined {
  const all = [globals, ...commands.map(({ options }) => options)].flatMap((some) => Object.entries(some));
  return typed.slice(0, typed.indexOf('--') >>> 0).find((word, at) => {
    const named = all.filter(([name, { short }]) => word === `--${name}` || word === `-${short}`);
    const wantsValue = named.length > 0 && named.every(([, { type }]) => type !== 'flag');
    return wantsValue && /^-./.test(markId(typed[at + 1] ?? ''));
  });
}

/** What commander ends with once a text is written. */
const texts = ['commander.help', 'commander.helpDisplayed', 'commander.version'];

/** What people also type for an option. */
function readAliases(typed: readonly string[]): readonly string[] {
  const [first = '', ...rest] = typed;
  if (['help', '--help', '-h'].includes(first)) return [...rest, '--help'];
  return ['version', '-V'].includes(first) ? ['--version', ...rest] : typed;
}

/** No argument of a program can hold this character. */
const mark = '\0';
/** A made id has 22 characters and may begin with a hyphen; no option is so long. */
const markId = (word: string) => (/^-[\w-]{21}$/.test(word) ? mark + word : word);
const unmark = (word: string) => word.replace(mark, '');

/** A sentence without the values of options, which may be secret. */
function wordError(line: Line, { code, message }: CommanderError): string {
  const { args, registeredArguments: places } = line;
  if (code === 'commander.unknownCommand') return wordUnknown(line, args[0]);
  if (code === 'commander.missingArgument') return `${nameOf(line)} needs ${places[args.length]?.name()}.`;
  if (code === 'commander.excessArguments')
    return `${nameOf(line)} does not take ${JSON.stringify(unmark(args[places.length] ?? ''))}.`;
  const [, flag] = /^error: unknown option '([^=]+).*'$/s.exec(message) ?? [];
  const sentence = message.replace(/^error: o/, 'O');
  return flag === undefined ? `${sentence}.` : wordUnknownOption(line, flag);
}

function wordUnknown(group: Line, word = ''): string {
  const before = nameOf(group) === '' ? '' : `${nameOf(group)} `;
  const likely = nearest(
    word,
    group.commands.map((one) => one.name()),
  );
  const hint = likely === undefined ? '' : ` Did you mean ${before}${likely}?`;
  return `There is no command ${before}${unmark(word)}.${hint}`;
}

function wordUnknownOption(line: Line, flag: string): string {
  if (!flag.startsWith('--')) return `Unknown option ${flag.slice(0, 2)}.`;
  const names = listOptions(line);
  if (names.includes(flag.slice(2))) return `${flag} takes no value.`;
  const likely = nearest(flag.slice(2), names);
  return `Unknown option ${flag}.${likely === undefined ? '' : ` Did you mean --${likely}?`}`;
}

/** The options of a command and of all above it. */
function listOptions(line: Line): readonly string[] {
  const own = line.options.map((option) => option.name());
  return line.parent === null ? [...own, 'help'] : [...own, ...listOptions(line.parent)];
}

type Fail = (sentence: string) => never;

function readArguments({ args }: Line, { arguments: expected }: Command, fail: Fail): Input {
  const given = args.map(unmark);
  const values = Object.entries(expected).map(([name, spec], at) => {
    const value = spec.isRest === true ? given.slice(at) : given[at];
    if (!fits(spec, value)) fail(`${name.toUpperCase()} must be one of ${spec.choices?.join(', ')}.`);
    return [name, value] as const;
  });
  return Object.fromEntries(values);
}

function readOptions(line: Line, options: Program<Command>['globals'], fail: Fail): Input {
  // A group with the same option takes it for its own.
  const all = line.optsWithGlobals<Record<string, string | string[] | true | undefined>>();
  const values = Object.entries(options).map(([name, spec]) => {
    const typed = all[line.options.find((one) => one.name() === name)?.attributeName() ?? ''];
    const value = readValue(spec, typed);
    if (Number.isNaN(value)) fail(`--${name} must be a whole number.`);
    if (!fits(spec, value)) fail(`--${name} must be one of ${spec.choices?.join(', ')}.`);
    return [name, value] as const;
  });
  return Object.fromEntries(values);
}

function readValue({ type }: Option, typed: string | string[] | true | undefined): InputValue {
  if (type === 'flag') return typed === true;
  if (type === 'list') return Array.isArray(typed) ? typed.map(unmark) : [];
  if (typeof typed !== 'string') return undefined;
  return type === 'number' ? Number(/^\d{1,15}$/.test(typed) ? typed : Number.NaN) : unmark(typed);
}

/** Whether a value that was typed is among the choices. */
function fits({ choices }: Argument | Option, value: InputValue): boolean {
  const typed = [value ?? []].flat();
  return choices === undefined || typed.every((one) => choices.includes(String(one)));
}
