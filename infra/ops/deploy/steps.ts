import { printTable } from '../../local/print-table.ts';
import { showStep } from '../../local/progress.ts';

export interface Steps {
  /** Runs a step and notes how it went; the answer says whether it succeeded. What `work` returns is shown beside it. */
  run(name: string, work: () => Promise<string | void>): Promise<boolean>;
  /** Notes that steps were left out, and why. */
  leaveOut(name: string, reason: string): void;
  show(): string;
  hasFailed(): boolean;
}

export function createSteps(): Steps {
  const rows: { name: string; result: string; seconds: string; isFailed: boolean }[] = [];
  return {
    async run(name, work) {
      const startedAt = performance.now();
      const note = (result: string, isFailed: boolean) => {
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        rows.push({ name, result, seconds, isFailed });
        return !isFailed;
      };
      try {
        return note((await showStep(name, work)) ?? 'passed', false);
      } catch (error) {
        const sentence = error instanceof Error ? error.message : String(error);
        console.error(sentence);
        return note(`FAILED: ${sentence.trimEnd().split('\n').at(-1)?.slice(0, 200)}`, true);
      }
    },
    leaveOut: (name, reason) =>
      void rows.push({ name, result: `left out: ${reason}`, seconds: '', isFailed: false }),
    show: () =>
      printTable(
        ['step', 'result', 'seconds'],
        rows.map(({ name, result, seconds }) => [name, result, seconds]),
      ),
    hasFailed: () => rows.some(({ isFailed }) => isFailed),
  };
}
