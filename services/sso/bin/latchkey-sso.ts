#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { runProgram } from '@latchkey/database';
import { program } from '../src/commands/program.ts';

await runProgram(program);
