import { createTestApp } from '../app/create-test-app.ts';

test('what an operator reads is an event: each payload, and a list once a minute for its filters', async () => {
  const { postAs, events, advance } = await createTestApp();
  await postAs('owner', '/v1/drop/store', { id: 'kept', key: 'right', payload: 'x' }).expect(200);
  await postAs('admin-1', '/v1/admin/get', { id: 'kept', key: 'wrong' }).expect(403);
  await postAs('admin-1', '/v1/admin/get', { id: 'kept', key: 'right' }).expect(200);
  await postAs('admin-1', '/v1/admin/list', { status: 'active', cursor: '' }).expect(400);
  await postAs('admin-1', '/v1/admin/list', { status: 'active' }).expect(200);
  await postAs('admin-1', '/v1/admin/list', { status: 'active', limit: 5 }).expect(200);
  await postAs('admin-1', '/v1/admin/list', {}).expect(200);
  await postAs('owner', '/v1/drop/list', {}).expect(200);
  await advance(60);
  await postAs('admin-1', '/v1/admin/list', {}).expect(200);
  const rows = (await events()).map(({ event, dropId, owner, actor, reason }) => [
    event,
    dropId,
    owner,
    actor,
    reason,
  ]);
  expect(rows).toEqual([
    ['stored', 'kept', 'owner', 'owner', null],
    ['denied', 'kept', 'owner', 'admin-1', 'invalid_key'],
    ['read', 'kept', 'owner', 'admin-1', null],
    ['listed', '', '', 'admin-1', '1 rows; filters: status'],
    ['listed', '', '', 'admin-1', '1 rows; filters: none'],
    ['listed', '', '', 'admin-1', '1 rows; filters: none'],
  ]);
});
