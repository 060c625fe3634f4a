/** Which fields each payload-guarded route reads. Source: requirement 2 "Unguarded routes", in the table's order. */
import request from 'supertest';
import { carriers, type Answer, type Fields } from '../fields/carriers.ts';
import { completeFields } from '../fields/complete-fields.ts';
import { fieldTable, prepareWorld, type FieldRow, type Probe } from '../fields/field-table.ts';
import { createWorld, type World } from '../world/create-world.ts';

function makeWorld(): World {
  const world = createWorld({ legacyAuth: 'on' });
  prepareWorld(world);
  return world;
}

type Send = (rest: Fields, value: string) => Promise<Answer> | undefined;

/** What sending a probe's field in one spelling comes to; undefined where there is none such. */
async function sendProbe(world: World, row: FieldRow, probe: Probe, carrier: (typeof carriers)[number]) {
  probe.prepare?.(world);
  const { [probe.field]: own, ...others } = await completeFields(world, row);
  const { 'auth.user': _user, ...nameless } = others;
  const rest = probe.field === 'auth.id' && row.reads.includes(probe) ? nameless : others;
  const value = probe.value(world, others, row.path) || (own ?? '');
  const along = probe.along?.(world, others, row.path) ?? {};
  const sent = carrier.send(world.app, row.path, { ...rest, ...along }, probe.field, value);
  const answer = await sent;
  return answer && { isRead: probe.isNoticed(answer, world), status: answer.status };
}

/** `worldOf` each spelling; one will do where none of them is to be noticed. */
async function findReadings(row: FieldRow, probe: Probe, worldOf: () => World) {
  const readings: (readonly [string, { isRead: boolean; status: number }])[] = [];
  for (const carrier of carriers) {
    const reading = await sendProbe(worldOf(), row, probe, carrier);
    if (reading !== undefined) readings.push([carrier.name, reading]);
  }
  return readings;
}

/** What a request comes to that lacks one field, whose good value is sent in another way, if at all. */
async function sendWithout(world: World, row: FieldRow, wanted: string, send: Send) {
  const { [wanted]: value = '', ...rest } = await completeFields(world, row);
  const answer = await send(rest, value);
  return answer && [answer.status, answer.body.code, answer.body.field];
}

describe.each(fieldTable.map((row) => [row.path, row] as const))('POST %s', (_path, row) => {
  test.each(row.reads.map((probe) => [probe.field, probe] as const))(
    'reads %s in the spellings that count, and in no other',
    async (field, probe) => {
      const readings = await findReadings(row, probe, makeWorld);
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
        const world = makeWorld();
        for (const [name, reading] of await findReadings(row, probe, () => world))
          expect([name, reading]).toEqual([name, { isRead: false, status: 200 }]);
      },
    );

  if (row.substitutes.length > 0)
    test.each(row.substitutes)('takes no %s for %s, however it is spelled', async (field, wanted) => {
      const world = makeWorld();
      const post: Send = (rest) => request(world.app).post(row.path).send(rest);
      const lacking = (await sendWithout(world, row, wanted, post)) ?? [];
      expect([400, 403]).toContain(lacking[0]);
      for (const { name, send } of carriers) {
        const inOther: Send = (rest, value) => send(world.app, row.path, rest, field, value);
        const answer = (await sendWithout(world, row, wanted, inOther)) ?? lacking;
        expect([name, ...answer]).toEqual([name, ...lacking]);
      }
    });
});

describe.each(fieldTable.map((row) => [row.path, row] as const))('the payload of POST %s', (path, row) => {
  let world: World;
  beforeEach(() => {
    world = makeWorld();
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
