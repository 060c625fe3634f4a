import { explain, type PlanStep } from '@latchkey/testing';
import type pg from 'pg';
import { buildPageQuery, type PageQuery } from '../src/index.ts';

/** One scan of the notes that was executed. */
export interface NoteScan extends PlanStep {
  /** `totals` counts, `page` finds keys, `wide` fetches columns. */
  readonly part: 'totals' | 'page' | 'wide';
  /** Whether a sort reads it. A merge of scans that come in order does not sort. */
  readonly isSorted: boolean;
}

/** Executes the query and returns what it scanned. */
export async function explainNotes(db: pg.Pool, query: PageQuery): Promise<NoteScan[]> {
  const send = async (text: string, values: unknown[]) => (await db.query(text, values)).rows;
  return scansOf(await explain(send, buildPageQuery(query)), 'wide', false);
}

function scansOf(step: PlanStep, above: NoteScan['part'], isSortedAbove: boolean): NoteScan[] {
  const part = step.subplan === 'CTE totals' ? 'totals' : step.type === 'Limit' ? 'page' : above;
  // The sort above the limit has a page of rows and no more, the one above an aggregate what it has counted.
  const isFew = part !== above || step.type === 'Aggregate';
  const isSorted = !isFew && (isSortedAbove || step.type.endsWith('Sort'));
  const below = step.steps.flatMap((each) => scansOf(each, part, isSorted));
  return step.relation === 'note' ? [{ ...step, part, isSorted }, ...below] : below;
}
