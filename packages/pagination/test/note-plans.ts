import type pg from 'pg';
import { buildPageQuery, type PageQuery } from '../src/index.ts';

/** What EXPLAIN (ANALYZE, FORMAT JSON) says of one node, as far as the tests look. */
interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Scan Direction'?: string;
  'Relation Name'?: string;
  'Heap Fetches'?: number;
  'Subplan Name'?: string;
  'Index Cond'?: string;
  'Index Searches'?: number;
  Plans?: PlanNode[];
}

/** One scan of the notes that was executed. */
export interface NoteScan {
  /** `totals` counts, `page` finds keys, `wide` fetches columns. */
  part: 'totals' | 'page' | 'wide';
  type: string;
  backward: boolean;
  rows: number;
  heapFetches: number;
  condition: string;
  /** Whether a sort reads it. A merge of scans that come in order does not sort. */
  sorted: boolean;
}

/** Executes the query and tells what it scanned. A scan is left out that never ran, or whose bound is null. */
export async function explainNotes(db: pg.Pool, query: PageQuery): Promise<NoteScan[]> {
  const { text, values } = buildPageQuery(query);
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    [...values],
  );
  const [explained] = rows;
  if (!explained) throw new Error('EXPLAIN answered nothing');
  return scansOf(explained['QUERY PLAN'][0].Plan, 'wide', false);
}

function scansOf(node: PlanNode, part: NoteScan['part'], above: boolean): NoteScan[] {
  const isTotals = node['Subplan Name'] === 'CTE totals';
  const here = isTotals ? 'totals' : node['Node Type'] === 'Limit' ? 'page' : part;
  // The sort above the limit has a page of rows and no more, the one above an aggregate what it has counted.
  const isFew = here !== part || node['Node Type'] === 'Aggregate';
  const sorted = !isFew && (above || node['Node Type'].endsWith('Sort'));
  const below = (node.Plans ?? []).flatMap((child) => scansOf(child, here, sorted));
  const hasRun = node['Actual Loops'] > 0 && node['Index Searches'] !== 0;
  if (node['Relation Name'] !== 'note' || !hasRun) return below;
  const scan: NoteScan = {
    part: here,
    type: node['Node Type'],
    backward: node['Scan Direction'] === 'Backward',
    rows: Math.round(node['Actual Rows'] * node['Actual Loops']),
    heapFetches: node['Heap Fetches'] ?? 0,
    condition: node['Index Cond'] ?? '',
    sorted,
  };
  return [scan, ...below];
}
