#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { operate } from '../src/operate.ts';

process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
