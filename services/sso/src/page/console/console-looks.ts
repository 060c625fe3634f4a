import { commonLooks, type CommonView } from '../common-looks.ts';
import type { Looks } from '../look.ts';
import type { ConsoleView } from './console-view.ts';
import { renderConsole } from './render-console.ts';

/** What a page of the console can be led to; a result is shown by the page that reads its place again. */
export type AnyConsoleView = ConsoleView | CommonView;

export const consoleLooks: Looks<AnyConsoleView> = {
  ...commonLooks,
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
