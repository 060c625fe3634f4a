/** Which fields each payload-guarded route reads. Source: requirement 2 "Unguarded routes", in the table's order. */
import request from 'supertest';
import { carriers, type Fields } from '../fields/carriers.ts';
import { type FieldRow, type Probe, fieldTable, prepareWorld } from '../fields/field-table.ts';
import { createWorld, type World } from '../world/create-world.ts';
import { makeAccount, openSession, password } from '../world/people.ts';

/** All that a route needs, of which each probe takes its own field away. */
async function completeFields(world: World, { path, purpose, claims }: FieldRow): Promise<Fields> {
  const relay = world.siblings.relay({ purpose, ...claims });
  const org = path.includes('member') ? { 'auth.org': 'acme' } : {};
  if (purpose === 'client_credentials') return { relay };
  if (purpose === 'signup')
    return { relay, 'auth.user': 'new@example.test', 'auth.pass': password, name: 'New' };
  if (!path.endsWith('exchange'))
    return { relay, 'auth.user': 'ada@example.test', 'auth.pass': password, ...org };
  const { token } = await openSession(world, makeAccount());
  return { relay, 'auth.token': token, 'auth.method': 'session', ...org };
}

/** What sending a probe's field in one spelling comes to; undefined where there is none such. */
async function sendProbe(row: FieldRow, probe: Probe, carrier: (typeof carriers)[number]) {
  const world = createWorld();
  prepareWorld(world);
  probe.prepare?.(world);
  const { [probe.field]: own, ...others } = await completeFields(world, row);
  const { 'auth.user': _user, ...nameless } = others;
  const rest = probe.field === 'auth.id' ? nameless : others;
  const value = probe.value(world, others, row.path) || (own ?? '');
  const along = probe.along?.(world, others, row.path) ?? {};
  const sent = carrier.send(world.app, row.path, { ...rest, ...along }, probe.field, value);
  const answer = await sent;
  return answer && { isRead: probe.isNoticed(answer, world), status: answer.status };
}

async function findReadings(row: FieldRow, probe: Probe) {
  const readings: (readonly [string, { isRead: boolean; status: number }])[] = [];
  for (const carrier of carriers) {
    const reading = await sendProbe(row, probe, carrier);
    if (reading !== undefined) readings.push([carrier.name, reading]);
  }
  return readings;
}

describe.each(fieldTable.map((row) => [row.path, row] as const))('POST %s', (_path, row) => {
  test.each(row.reads.map((probe) => [probe.field, probe] as const))(
    'reads %s in the spellings that count, and in no other',
    async (field, probe) => {
      const readings = await findReadings(row, probe);
      const counts = new Map(carriers.map((carrier) => [carrier.name, carrier.counts(field)]));
      expect(readings.map(([name, { isRead }]) => [name, isRead])).toEqual(
        readings.map(([name]) => [name, counts.get(name)]),
      );
      expect(readings.length).toBeGreaterThan(3);
    },
  );

  if (row.ignores.length > 0)
    test.each(row.ignores.map((probe) => [probe.field, probe] as const))(
      'does not read %s, however it is spelled',
      async (_field, probe) => {
        for (const [name, reading] of await findReadings(row, probe))
          expect([name, reading]).toEqual([name, { isRead: false, status: 200 }]);
      },
    );
});

describe.each(fieldTable.map((row) => [row.path, row] as const))('the payload of POST %s', (path, row) => {
  let world: World;
  beforeEach(() => {
    world = createWorld();
    prepareWorld(world);
  });
  const send = (fields: object) => request(world.app).post(path).send(fields);

  test.each(['deadDrop.id', 'deadDrop.key'])('comes in %s in the spellings that count', async (field) => {
    for (const carrier of carriers) {
      const { relay: _relay, ...others } = await completeFields(world, row);
      const { id, key } = world.siblings.deadDrop({ purpose: row.purpose, ...row.claims });
      const { [field]: value = '', ...half } = { 'deadDrop.id': id, 'deadDrop.key': key };
      // Each payload here makes an account of its own.
      const newcomer = row.purpose === 'signup' ? { 'auth.user': `${id}@example.test` } : {};
      const rest: Fields = { ...others, ...half, ...newcomer };
      const answer = await carrier.send(world.app, path, rest, field, value);
      const expected = carrier.counts(field) ? 200 : 401;
      expect([carrier.name, answer?.status]).toEqual([carrier.name, expected]);
    }
  });

  test('reads no Authorization, DPoP or token header', async () => {
    const headers = { authorization: 'Bearer x', dpop: 'no proof', token: 'x' };
    const { status } = await send(await completeFields(world, row)).set(headers);
    expect(status).toBe(200);
  });

  test('401 payload_invalid without one, whatever else is missing', async () => {
    for (const fields of [{}, { deadDrop: { key: 'k' } }, { relay: '' }]) {
      const { status, body } = await send(fields);
      expect([status, body.code]).toEqual([401, 'payload_invalid']);
    }
  });

  test('400 payload_conflict with both kinds', async () => {
    const { status, body } = await send({ relay: 'r', 'deadDrop.id': 'i', 'deadDrop.key': 'k' });
    expect([status, body.code]).toEqual([400, 'payload_conflict']);
  });

  test('405 for GET, 415 for another content type', async () => {
    expect((await request(world.app).get(path)).status).toBe(405);
    expect((await request(world.app).post(path).type('text/plain').send('x')).status).toBe(415);
  });
});
