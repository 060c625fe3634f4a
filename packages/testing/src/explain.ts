/** What EXPLAIN (ANALYZE, FORMAT JSON) says of a node, as far as it is read here. */
interface ExplainedNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Scan Direction'?: string;
  'Heap Fetches'?: number;
  'Index Cond'?: string;
  'Index Searches'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Sort Method'?: string;
  'Subplan Name'?: string;
  Plans?: ExplainedNode[];
}

/** A step of a plan that was executed. Numbers are of all its loops together. */
export interface PlanStep {
  /** Such as `Index Only Scan`. */
  readonly type: string;
  readonly relation: string | undefined;
  readonly index: string | undefined;
  readonly condition: string;
  readonly isBackward: boolean;
  /** Rows that it handed on. */
  readonly rows: number;
  /** Rows that it handed on or threw away. */
  readonly read: number;
  readonly heapFetches: number;
  readonly sortMethod: string | undefined;
  /** Such as `CTE totals`. */
  readonly subplan: string | undefined;
  readonly steps: readonly PlanStep[];
}

/**
 * Returns the plan of a statement it runs. A step is left out that never ran, or that had nothing to look for because its
 * bound is null. `query` sends SQL and answers rows.
 */
export async function explain(
  query: (text: string, values: unknown[]) => Promise<readonly unknown[]>,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<PlanStep> {
  const [row] = await query(`explain (analyze, format json) ${text}`, [...values]);
  const explained = row as { 'QUERY PLAN': [{ Plan: ExplainedNode }] } | undefined;
  if (explained === undefined) throw new Error('EXPLAIN answered nothing');
  return toStep(explained['QUERY PLAN'][0].Plan);
}

function toStep(node: ExplainedNode): PlanStep {
  const loops = node['Actual Loops'];
  // PostgreSQL reports means over the loops, rounded to hundredths.
  const total = (mean = 0) => Math.round(mean * loops);
  const rows = total(node['Actual Rows']);
  return {
    type: node['Node Type'],
    relation: node['Relation Name'],
    index: node['Index Name'],
    condition: node['Index Cond'] ?? '',
    isBackward: node['Scan Direction'] === 'Backward',
    rows,
    read: rows + total(node['Rows Removed by Filter']) + total(node['Rows Removed by Index Recheck']),
    heapFetches: node['Heap Fetches'] ?? 0,
    sortMethod: node['Sort Method'],
    subplan: node['Subplan Name'],
    steps: (node.Plans ?? []).filter(hasRun).map(toStep),
  };
}

function hasRun(node: ExplainedNode): boolean {
  return node['Actual Loops'] > 0 && node['Index Searches'] !== 0;
}

/** The step and all steps below it. */
export function listSteps(step: PlanStep): PlanStep[] {
  return [step, ...step.steps.flatMap(listSteps)];
}
