import { parseArgs } from 'node:util';
import { services } from '../infra/local/service-list.ts';
import type { Workload } from './measure/workload.ts';

/** Reads the arguments of the command. Throws for one that it does not know. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      group: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      scale: { type: 'string', default: '1' },
      profile: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      'set-budgets': { type: 'boolean', default: false },
    },
  });
  const { group, only, profile, check, 'set-budgets': setsBudgets } = values;
  if (group !== '' && services.every(({ name }) => name !== group))
    throw new Error(`--group is one of ${services.map(({ name }) => name).join(', ')}`);
  const parts = only.split(',');
  return {
    profile,
    check,
    setsBudgets,
    seconds: readNumber('seconds', values.seconds),
    rounds: Math.ceil(readNumber('rounds', values.rounds)),
    scale: readNumber('scale', values.scale),
    /** A run of all workloads writes bench/results.md. */
    isWhole: group === '' && only === '',
    isWanted: (workload: Workload) =>
      (group === '' || group === workload.group) && parts.some((part) => workload.name.includes(part)),
  };
}
export type Options = ReturnType<typeof readOptions>;

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a positive number`);
}
