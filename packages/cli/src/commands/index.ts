import type { Command } from '../command.ts';
import { whoami } from './whoami.ts';

/** The command table, in the order of the help. */
export const commands: readonly Command[] = [whoami];
