import { runProgram } from '../src/commands/command-line.ts';
import { createNotes } from './notes.ts';

await runProgram(createNotes(process.cwd()));
