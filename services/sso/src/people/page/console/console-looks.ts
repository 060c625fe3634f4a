import type { Looks } from '../look.ts';
import type { ConsoleView } from './console-view.ts';
import { renderConsole } from './render-console.ts';

export const consoleLooks: Looks<ConsoleView> = {
  console: { render: renderConsole, describe: describeConsole },
};

function describeConsole({ csrf, account, list, untilMs, section, notice, problem }: ConsoleView) {
  const until = untilMs === undefined ? null : new Date(untilMs).toISOString();
  return {
    outcome: 'console',
    csrf,
    account,
    section: { list, ...section },
    until,
    notice,
    problem: problem?.message ?? null,
  };
}
