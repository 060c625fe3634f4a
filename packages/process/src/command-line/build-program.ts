import { Argument, Option as Flag, Help, Command as Line, type CommanderError } from 'commander';
import { standardOptions, type Command, type Option, type Options } from './command.ts';

export interface Program<Own extends Command> {
  readonly name: string;
  readonly version: string;
  readonly commands: readonly Own[];
  /** The options that every command has, beside help and version. */
  readonly globals: Options;
  /** Headings of the help, each with first words of commands and what these are about. A command has its own summary. */
  readonly overview?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the help of a topic says beside the options of all commands. */
  readonly topic?: { readonly name: string; readonly text: string };
  /** The last lines of every other help. */
  readonly end: string;
}

interface Ports<Own> {
  /** Takes a command line that was understood. */
  act(line: Line, command: Own): void;
  /** Throws what becomes of an error. */
  exit(line: Line, error: CommanderError): void;
  write(text: string): void;
}

/** The words that call a command or a group, without the name of the program. */
export const nameOf = (line: Line): string =>
  line.parent === null ? '' : `${nameOf(line.parent)} ${line.name()}`.trim();

/** The table of commands as commander has it: a command for each word of their names. */
export function buildProgram<Own extends Command>(program: Program<Own>, ports: Ports<Own>): Line {
  const { name, version, commands, globals, overview = {}, topic } = program;
  const root = new Line(name)
    .configureHelp(createHelp(program))
    .configureOutput({ writeOut: ports.write, writeErr: ports.write, outputError: () => undefined })
    .addHelpOption(new Flag('-h, --help', standardOptions.help.summary))
    .showSuggestionAfterError(false);
  addOptions(root, globals).version(version, '-v, --version', standardOptions.version.summary);
  for (const [heading, words] of Object.entries(overview))
    for (const [word, about] of Object.entries(words))
      root.command(word).summary(about).helpGroup(`${heading}:`);
  for (const command of commands) addCommand(root, command, ports);
  if (topic !== undefined) root.command(topic.name, { hidden: true }).description(topic.text);
  finish(root, ports);
  return root;
}

function addCommand<Own extends Command>(root: Line, command: Own, { act }: Ports<Own>): void {
  const line = command.name.split(' ').reduce(openWord, root);
  const { summary, details } = command;
  line
    .summary(line.summary() || summary)
    .description(details === undefined ? summary : `${summary}\n\n${details}`);
  for (const [name, { summary: about, isOptional, isRest }] of Object.entries(command.arguments)) {
    const word = name.toUpperCase();
    const form = isRest ? `[${word}...]` : isOptional ? `[${word}]` : `<${word}>`;
    line.addArgument(new Argument(form, about));
  }
  addOptions(line, command.options).action(() => act(line, command));
}

/** The name of a group calls its list or, where it has none, its view. */
function openWord(group: Line, word: string): Line {
  const found = group.commands.find((one) => one.name() === word);
  const hasList = group.commands.some((one) => one.name() === 'list');
  return found ?? group.command(word, { isDefault: word === 'list' || (word === 'view' && !hasList) });
}

function addOptions(line: Line, options: Options): Line {
  for (const [name, spec] of Object.entries(options)) {
    const flag = new Flag(writeFlags(name, spec), describe(spec));
    if (spec.type === 'list')
      flag.argParser((typed, before: readonly string[] | undefined) => [...(before ?? []), typed]);
    line.addOption(flag);
  }
  return line;
}

/** Longer choices are in the sentence of their option. */
const longestChoices = 10;
const isShort = (choices: readonly string[]) => choices.join('|').length <= longestChoices;

function writeFlags(name: string, { type, short, value, choices }: Option): string {
  const flags = short === undefined ? `--${name}` : `-${short}, --${name}`;
  if (type === 'flag') return flags;
  const shown = value ?? (choices !== undefined && isShort(choices) ? choices.join('|') : name.toUpperCase());
  return `${flags} <${shown}>${type === 'list' ? ' …' : ''}`;
}

/** The summary, and the choices where neither it nor the flag shows them. */
function describe({ choices = [], summary }: Option): string {
  const isSaid = isShort(choices) || choices.every((one) => summary.includes(one));
  return isSaid ? summary : `${summary.slice(0, -1)}: ${choices.join(', ')}.`;
}

/** What depends on all that is below: the usage of a group, what is in it, and how an error of each line is worded. */
function finish<Own>(line: Line, ports: Ports<Own>): void {
  line.helpCommand(false).exitOverride((error) => {
    ports.exit(line, error);
    throw error;
  });
  if (line.commands.length === 0) return;
  if (line.description() === '') line.usage('COMMAND …');
  for (const below of line.commands) finish(below, ports);
  const [first, ...others] = line.commands;
  const acts = line.commands.map((one) => one.name()).join(', ');
  const about = others.length === 0 ? `${acts}: ${first?.summary()}` : acts;
  if (line.summary() === '') line.summary(about);
}

/** A window has 24 rows; one is for the prompt. */
const mostLines = 23;

/** 80 columns wide, and with an empty line between the parts where a window has room for it. */
function createHelp({ topic, end }: Program<Command>): Partial<Help> {
  const base = Help.prototype;
  return {
    helpWidth: 80,
    minWidthToWrap: 30,
    subcommandTerm: (line) => line.name(),
    boxWrap(text, width) {
      const lines = text
        .split('\n')
        .map((line) => (line.startsWith('  ') ? line : base.boxWrap.call(this, line, width)));
      return lines.join('\n');
    },
    formatHelp(line, helper) {
      const { parent, options } = line;
      const isTopic = nameOf(line) === topic?.name;
      const shown = parent === null ? [] : isTopic ? helper.visibleOptions(parent) : options;
      const own = Object.assign(Object.create(helper) as Help, { visibleOptions: () => [...shown] });
      const text = base.formatHelp.call(own, line, own).trimEnd();
      const airy = isTopic ? text.replace(/^.*\n+/, '') : `${text}\n\n${end}`;
      return `${airy.split('\n').length > mostLines ? airy.replaceAll('\n\n', '\n') : airy}\n`;
    },
  };
}
