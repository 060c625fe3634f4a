/**
 * Which fields each payload-guarded route reads. Source: requirement 2 "Unguarded routes", in the table's order. Every
 * spelling of a field is tried at the first route of each use of it; one at the others, but all in `npm run test:all`.
 */
import { createSample, request } from '@latchkey/testing';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable, type FieldCase, type FieldRow } from '../fields/field-table.ts';
import { placementsOf, type Answer, type FieldPlacement, type Fields } from '../fields/placements.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { emptyTables } from '../setup/test-database.ts';

type Use = 'read' | 'ignored' | 'no substitute' | 'payload';
const payloadFields = ['deadDrop.id', 'deadDrop.key'];
const uses = fieldTable.flatMap(({ path, reads, ignores, substitutes }): [string, string, Use][] => [
  ...reads.map(({ field }): [string, string, Use] => [path, field, 'read']),
  ...ignores.map(({ field }): [string, string, Use] => [path, field, 'ignored']),
  ...substitutes.map(([field]): [string, string, Use] => [path, field, 'no substitute']),
  ...payloadFields.map((field): [string, string, Use] => [path, field, 'payload']),
]);
const spelledOut = new Set([...createSample(uses, ([, field, use]) => `${field} ${use}`)].map(String));
const placementsAt = ({ path }: FieldRow, field: string, use: Use) =>
  placementsOf(spelledOut.has(String([path, field, use])), field);

/** A new service, which finds nothing of the one before it. */
async function makeService(): Promise<TestService> {
  await emptyTables();
  const service = createTestService({ legacyAuth: 'on' });
  await addTestRecords(service);
  return service;
}

type Send = (rest: Fields, value: string) => Promise<Answer> | undefined;

/** What sending a fieldCase's field in one spelling comes to; undefined where there is none such. */
async function sendFieldCase(
  service: TestService,
  row: FieldRow,
  fieldCase: FieldCase,
  placement: FieldPlacement,
) {
  await fieldCase.prepare?.(service);
  const { [fieldCase.field]: own, ...others } = await completeFields(service, row);
  const { 'auth.user': _user, ...nameless } = others;
  const rest = fieldCase.field === 'auth.id' && row.reads.includes(fieldCase) ? nameless : others;
  const value = fieldCase.value(service, others, row.path) || (own ?? '');
  const also = fieldCase.alsoSend?.(service, others, row.path) ?? {};
  const sent = placement.send(service.app, row.path, { ...rest, ...also }, fieldCase.field, value);
  const answer = await sent;
  return answer && { isRead: fieldCase.isRead(answer, service), status: answer.status };
}

/** Sends the field in each spelling to a service of `serviceOf`. One service is enough where no spelling may be read. */
async function findReadings(
  row: FieldRow,
  fieldCase: FieldCase,
  tried: readonly FieldPlacement[],
  serviceOf: () => TestService | Promise<TestService>,
) {
  const readings: (readonly [string, { isRead: boolean; status: number }])[] = [];
  for (const placement of tried) {
    const reading = await sendFieldCase(await serviceOf(), row, fieldCase, placement);
    if (reading !== undefined) readings.push([placement.name, reading]);
  }
  return readings;
}

/** Sends a request without one field; `send` may send the value of that field in another way. */
async function sendWithout(service: TestService, row: FieldRow, wanted: string, send: Send) {
  const { [wanted]: value = '', ...rest } = await completeFields(service, row);
  const answer = await send(rest, value);
  return answer && [answer.status, answer.body.code, answer.body.field];
}

describe.each(fieldTable.map((row) => [row.path, row] as const))('POST %s', (_path, row) => {
  test.each(row.reads.map((fieldCase) => [fieldCase.field, fieldCase] as const))(
    'reads %s in the spellings that count, and in no other',
    async (field, fieldCase) => {
      const tried = placementsAt(row, field, 'read');
      const readings = await findReadings(row, fieldCase, tried, makeService);
      const counts = new Map(tried.map((placement) => [placement.name, placement.counts(field)]));
      expect(readings.map(([name, { isRead }]) => [name, isRead])).toEqual(
        readings.map(([name]) => [name, counts.get(name)]),
      );
      expect(readings.length).toBeGreaterThan(tried.length > 1 ? 3 : 0);
    },
  );

  if (row.ignores.length > 0)
    test.each(row.ignores.map((fieldCase) => [fieldCase.field, fieldCase] as const))(
      'does not read %s, however it is spelled',
      async (field, fieldCase) => {
        const service = await makeService();
        const tried = placementsAt(row, field, 'ignored');
        const readings = await findReadings(row, fieldCase, tried, () => service);
        expect(readings).toEqual(readings.map(([name]) => [name, { isRead: false, status: 200 }]));
      },
    );

  if (row.substitutes.length > 0)
    test.each(row.substitutes)('takes no %s for %s, however it is spelled', async (field, wanted) => {
      const service = await makeService();
      const post: Send = (rest) => request(service.app).post(row.path).send(rest);
      const lacking = (await sendWithout(service, row, wanted, post)) ?? [];
      expect([400, 403]).toContain(lacking[0]);
      const answers: unknown[][] = [];
      for (const { name, send } of placementsAt(row, field, 'no substitute')) {
        const inOther: Send = (rest, value) => send(service.app, row.path, rest, field, value);
        answers.push([name, ...((await sendWithout(service, row, wanted, inOther)) ?? lacking)]);
      }
      expect(answers).toEqual(answers.map(([name]) => [name, ...lacking]));
    });
});

describe.each(fieldTable.map((row) => [row.path, row] as const))('the payload of POST %s', (path, row) => {
  let service: TestService;
  beforeEach(async () => {
    service = await makeService();
  });
  const send = (fields: object) => request(service.app).post(path).send(fields);

  describe.each(payloadFields)('in %s', (field) => {
    const cases = placementsAt(row, field, 'payload').map((placement) => [
      placement.counts(field) ? 200 : 401,
      placement.name,
      placement,
    ]);
    test.each(cases as [number, string, FieldPlacement][])(
      '%d in the spelling: %s',
      async (expected, _name, placement) => {
        const { relay: _relay, ...others } = await completeFields(service, row);
        const { id, key } = service.siblings.deadDrop({ purpose: row.purpose, ...row.claims });
        const { [field]: value = '', ...half } = { 'deadDrop.id': id, 'deadDrop.key': key };
        const answer = await placement.send(service.app, path, { ...others, ...half }, field, value);
        expect(answer?.status).toBe(expected);
      },
    );
  });

  test('reads no Authorization, DPoP or token header', async () => {
    const headers = { authorization: 'Bearer x', dpop: 'no proof', token: 'x' };
    const { status } = await send(await completeFields(service, row)).set(headers);
    expect(status).toBe(200);
  });

  test.each<[string, object]>([
    ['no field at all', {}],
    ['the key of a drop alone', { deadDrop: { key: 'k' } }],
    ['an empty relay', { relay: '' }],
  ])('401 payload_invalid with %s', async (_name, fields) => {
    const { status, body } = await send(fields);
    expect([status, body.code]).toEqual([401, 'payload_invalid']);
  });

  test('400 payload_conflict with both kinds', async () => {
    const { status, body } = await send({ relay: 'r', 'deadDrop.id': 'i', 'deadDrop.key': 'k' });
    expect([status, body.code]).toEqual([400, 'payload_conflict']);
  });

  test('405 for GET, 415 for another content type', async () => {
    expect((await request(service.app).get(path)).status).toBe(405);
    expect((await request(service.app).post(path).type('text/plain').send('x')).status).toBe(415);
  });
});
