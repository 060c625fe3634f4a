/**
 * The command line of a program, read by commander from a table of commands.
 *
 * - `parse(program, typed, complain)`: the command with its typed input, or the text of a help.
 * - `nearest(typed, known)`: the known word that a mistyped one most likely means.
 */
export type { Program } from './build-program.ts';
export { standardOptions } from './command.ts';
export type {
  Arguments,
  Command,
  Input,
  InputOf,
  InputValue,
  NoNames,
  Option,
  Options,
  OptionValue,
} from './command.ts';
export { nearest } from './nearest.ts';
export { parse, type Parsed } from './parse.ts';
