import { request } from '@latchkey/testing';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable } from '../fields/field-table.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

/** A caller that has said how long it waits, and waits no longer when the act would be committed. */

const rows = fieldTable.filter(({ path }) => !path.includes('legacy'));
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await addTestRecords(service);
});

const send = (path: string, fields: object, msLeft?: string) =>
  request(service.app)
    .post(path)
    .set(msLeft === undefined ? {} : { 'latchkey-ms-left': msLeft })
    .send(fields);

describe.each(rows.map((row) => [row.path, row] as const))('at %s', (path, row) => {
  test('503 once its time is over, nothing has changed, and the same request is let in', async () => {
    const fields = await completeFields(service, row);
    const before = (await service.requestLog.entries()).length;
    const late = await send(path, fields, '0');
    expect([late.status, late.body.code]).toEqual([503, 'upstream_unavailable']);
    expect(await service.requestLog.entries()).toHaveLength(before);
    expect((await send(path, fields, '60000')).status).toBe(200);
  });
});

test.each(['', 'soon', '-1', '1.5', '9'.repeat(30)])(
  '200 at a login for a time that is none: %j',
  async (msLeft) => {
    const row = fieldTable[0]!;
    expect((await send(row.path, await completeFields(service, row), msLeft)).status).toBe(200);
  },
);
