import type { PagePlan } from './page-plan.ts';
import { buildPageQuery } from './page-query.ts';

const hostile = `'; drop table note; -- \\ " $1`;
const plans: Record<string, PagePlan> = {
  'first page': { kind: 'offset', limit: 20, offset: 0, binding: 'b' },
  'offset page': { kind: 'offset', limit: 20, offset: 33, binding: 'b' },
  'cursor page': {
    kind: 'keyset',
    limit: 20,
    after: { createdAtMs: 1_763_719_200_123, id: hostile },
    binding: 'b',
  },
};

describe.each(Object.entries(plans))('%s', (_, plan) => {
  const build = (counter?: string) =>
    buildPageQuery({
      table: 'note',
      columns: 't.id, t.body',
      idType: 'text',
      where: { text: 't.owner = $1 or t.org = $2', values: [hostile, 'o'] },
      plan,
      ...(counter === undefined ? {} : { counter }),
    });

  test('the text of a page query contains no value of a caller', () => {
    const { text, values } = build();
    expect(text).not.toContain('drop table');
    expect(values.slice(0, 2)).toEqual([hostile, 'o']);
    const named = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
    expect(new Set(named)).toEqual(new Set(values.map((_value, index) => index + 1)));
  });

  test('the total and the page share one predicate, which nothing can reach around', () => {
    const { text } = build();
    const predicates = text.split('where (t.owner = $1 or t.org = $2)').length - 1;
    expect(predicates).toBe(plan.kind === 'offset' && plan.offset > 0 ? 3 : 2);
    expect(text.split('t.owner').length - 1).toBe(predicates);
  });

  test('it is one statement, and a counter takes the place of the count, but for the rank of a cursor', () => {
    expect(build().text).not.toContain(';');
    expect(build().text).toContain('count(*)');
    const { text } = build('select since, rows from note_count where owner = $1');
    expect(text).toContain('(select since, rows from note_count where owner = $1)');
    expect(text.includes('count(*)')).toBe(plan.kind === 'keyset');
  });
});

test('the cursor is a row value, whose instant is text that takes the type of the column', () => {
  const { text, values } = buildPageQuery({
    table: 'note',
    columns: 't.number',
    idColumn: 'number',
    idType: 'uuid',
    where: { text: 'true', values: [] },
    plan: plans['cursor page'] as PagePlan,
  });
  expect(text).toContain('(t.created_at, t.number) < ($1, $2::uuid)');
  expect(text).not.toMatch(/\bor\b/i);
  expect(values).toEqual(['2025-11-21T10:00:00.123Z', hostile, 21]);
});

test('each of several conditions numbers its own values, past nine too', () => {
  const tens = Array.from({ length: 10 }, (_, index) => index + 1);
  const condition = (owner: string) => ({
    text: `t.owner = $10 and t.kind in (${tens.map((n) => `$${n}`).join(', ')})`,
    values: [...tens.slice(0, 9).map((n) => `${owner}${n}`), owner],
  });
  const plan = plans['cursor page'] as PagePlan;
  const where = [condition('ann'), condition('bob')];
  const query = { table: 'note', columns: 't.id', idType: 'text', where, plan } as const;
  const { text, values } = buildPageQuery(query);
  const named = [...text.matchAll(/t\.owner = \$(\d+) and t\.kind in \(\$(\d+)/g)];
  const found = named.map(([, owner, first]) => [values[Number(owner) - 1], values[Number(first) - 1]]);
  const [ann, bob] = [
    ['ann', 'ann1'],
    ['bob', 'bob1'],
  ];
  expect(found).toEqual([ann, bob, ann, bob]);
  expect(values.slice(20)).toEqual(['2025-11-21T10:00:00.123Z', hostile, 21]);
});

test.each([
  ['first page', '$3::bigint'],
  ['cursor page', '$5::bigint'],
  ['offset page', '(select $4::bigint - place + $3::bigint from totals where place <= $4::bigint)'],
] as const)('each of several conditions reads no more than the %s needs', (name, most) => {
  const where = ['ann', 'bob'].map((owner) => ({ text: 't.owner = $1', values: [owner] }));
  const plan = plans[name] as PagePlan;
  const { text } = buildPageQuery({ table: 'note', columns: 't.id', idType: 'text', where, plan });
  const end = `order by t.created_at desc, t.id desc limit ${most})`;
  expect(text.split(`${end} union all`)).toHaveLength(2);
  expect(text.split(`${end}) t`)).toHaveLength(2);
});

test('the first page without filters of one condition has one text, whatever its limit', () => {
  const build = (changes: object = {}, where = [{ text: 't.owner = $1', values: ['ann'] }]) =>
    buildPageQuery({
      table: 'note',
      columns: 't.id',
      idType: 'text',
      where,
      unfiltered: true,
      plan: { ...plans['first page'], ...changes } as PagePlan,
    });
  const { text, values, varies } = build();
  expect([values, varies]).toEqual([['ann', 21], false]);
  expect(build({ limit: 100 })).toEqual({ text, values: ['ann', 101], varies: false });
  const [one] = [{ text: 't.owner = $1', values: ['bob'] }];
  const others = {
    'a larger page': build({ limit: 101 }).varies,
    'an offset': build({ offset: 1 }).varies,
    'a cursor': build(plans['cursor page']).varies,
    'two owners': build({}, [one, one]).varies,
  };
  expect(others).toEqual({ 'a larger page': true, 'an offset': true, 'a cursor': true, 'two owners': true });
});
