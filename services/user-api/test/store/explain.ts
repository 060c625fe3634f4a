import type { Statement } from '@latchkey/database';
import type { Database } from '../../src/store/database.ts';

/** What EXPLAIN (ANALYZE, FORMAT JSON) says of one node, as far as the tests look. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Sort Method'?: string;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A database that keeps the plan of each statement that is sent by `query`, after it has run. */
export function createExplaining(database: Database) {
  const plans: PlanNode[] = [];
  const explaining: Database = {
    ...database,
    async query<Row extends object>(statement: Statement) {
      const { text, values } = statement;
      const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        text: `explain (analyze, format json) ${text}`,
        values,
        varies: true,
      });
      if (row !== undefined) plans.push(row['QUERY PLAN'][0].Plan);
      return database.query<Row>(statement);
    },
  };
  return { explaining, takePlans: () => listSteps(plans.splice(0)) };
}

/** A node, and whether it is part of the total, which has to read every row that it counts. */
interface Step {
  readonly node: PlanNode;
  readonly counts: boolean;
}

function listSteps(nodes: readonly PlanNode[], above = false): Step[] {
  return nodes.flatMap((node) => {
    const counts = above || node['Subplan Name'] === 'CTE totals';
    return [{ node, counts }, ...listSteps(node.Plans ?? [], counts)];
  });
}

/**
 * Tables that a statement read as a whole, but to count most of their rows, and sorts that kept more than a page. A sort
 * keeps a page of what a search for a part of a text has found.
 */
export function findWaste(steps: readonly Step[], pageRows: number): string[] {
  return steps.flatMap(({ node, counts }) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Actual Rows': rows } = node;
    if (node['Actual Loops'] === 0) return [];
    if (type === 'Seq Scan') {
      const countsMost = counts && rows > (node['Rows Removed by Filter'] ?? 0);
      return countsMost ? [] : [`${type} of ${table}`];
    }
    const keepsAll = type === 'Sort' && node['Sort Method'] !== 'top-N heapsort' && rows > pageRows;
    return keepsAll ? [`${type} of ${rows} rows`] : [];
  });
}
