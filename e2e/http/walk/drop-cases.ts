import { randomUUID } from 'node:crypto';
import type { DropWorld } from './drop-world.ts';
import { helloCase, type RouteCase, type RouteCases } from './route-case.ts';

type DropCase = RouteCase<DropWorld>;

const text = expect.any(String) as string;
const unknownId = { id: 'walk-unknown' };

/** A drop that the owner has stored, with its key: what reads it and what ends it. */
const taken = (data: object): DropCase => ({
  alone: 'both',
  well: async (call, { owner, store }) => call({ token: await owner(), ...(await store()) }),
  data,
  badly: async (call, { owner }) => call({ token: await owner(), ...unknownId, key: 'k' }),
  refusal: [404, 'not_found'],
});

/** Every public route of drop. What the walk stores it deletes. */
export const dropCases: RouteCases<DropWorld> = {
  'GET /hello': helloCase,
  'POST /v1/drop/reserve': {
    alone: 'both',
    well: async (call, { owner, newId }) => call({ token: await owner(), id: newId() }),
    data: { status: 'reserved', expires_at: text },
    badly: async (call, { owner }) => call({ token: await owner(), ttl: 0 }),
    refusal: [400, 'invalid_ttl'],
  },
  'POST /v1/drop/activate': {
    alone: 'both',
    async well(call, { owner, post, newId }) {
      const own = { token: await owner(), id: newId() };
      await post('/v1/drop/reserve', own);
      return call({ ...own, payload: { answer: 42 } });
    },
    data: { status: 'active', key: text },
    badly: async (call, { owner, store }) => call({ token: await owner(), ...(await store()), payload: 'x' }),
    refusal: [409, 'state_conflict'],
  },
  'POST /v1/drop/store': {
    alone: 'both',
    well: async (call, { owner, newId }) => call({ token: await owner(), id: newId(), payload: 'walked' }),
    data: { status: 'active', key: text, payload_format: 'text' },
    badly: async (call, { owner }) => call({ token: await owner(), payload: '' }),
    refusal: [400, 'missing_payload'],
  },
  'POST /v1/drop/get': taken({ status: 'active', payload: 'walked' }),
  'POST /v1/drop/consume': taken({ status: 'consumed', payload: 'walked' }),
  'POST /v1/drop/status': taken({ status: 'active', consumed_at: null }),
  'POST /v1/drop/revoke': taken({ status: 'revoked', revoked_at: text }),
  'POST /v1/drop/delete': taken({ deleted: true }),
  'POST /v1/drop/list': {
    alone: 'both',
    async well(call, { owner, store }) {
      await store();
      return call({ token: await owner(), limit: 1 });
    },
    data: { items: [{ id: text }], limit: 1, page_number: 1 },
    badly: async (call, { owner }) => call({ token: await owner(), cursor: 'edited' }),
    refusal: [400, 'invalid_cursor'],
  },
  'POST /v1/consume': {
    alone: 'both',
    well: async (call, { store }) => call(await store({ anonymous: true })),
    data: { status: 'consumed', payload: 'walked' },
    badly: async (call, { store, stranger }) => call({ token: await stranger(), ...(await store()) }),
    refusal: [403, 'owner_required'],
  },
  'POST /v1/fill': {
    alone: 'badly',
    well: async (call, { ask }) => call({ ...(await ask()), payload: 'walked' }),
    data: { filled: true },
    badly: (call) => call({ ...unknownId, key: 'k', payload: 'walked' }),
    refusal: [404, 'not_found'],
  },
  'GET /d/{id}': {
    alone: 'both',
    well: async (_call, { store, look }) => (await look((await store({ anonymous: true })).id)).answer,
    data: { outcome: 'form', csrf: text },
    badly: async (_call, { look }) => (await look('walk-unknown')).answer,
    refusal: [404, 'not_found'],
  },
  'POST /d/{id}': {
    alone: 'both',
    format: 'form',
    async well(call, { store, look }) {
      const { id, key } = await store({ anonymous: true });
      const { cookie, answer } = await look(id);
      return call({ '{id}': id, key, csrf: answer.body['csrf'] }, { cookie });
    },
    data: { outcome: 'opened', payload: Buffer.from('walked').toString('base64') },
    async badly(call, { store, look }) {
      const { id } = await store({ anonymous: true });
      const { cookie, answer } = await look(id);
      return call({ '{id}': id, key: 'wrong', csrf: answer.body['csrf'] }, { cookie });
    },
    refusal: [403, 'invalid_key'],
  },
  'GET /fill/{id}': {
    alone: 'badly',
    well: async (_call, { ask, look }) => (await look((await ask()).id, 'fill')).answer,
    data: { outcome: 'asked', csrf: text, asker: text },
    badly: async (_call, { look }) => (await look('walk-unknown', 'fill')).answer,
    refusal: [404, 'not_found'],
  },
  'POST /fill/{id}': {
    alone: 'badly',
    format: 'form',
    async well(call, { ask, look }) {
      const { id, key } = await ask();
      const { cookie, answer } = await look(id, 'fill');
      return call({ '{id}': id, key, payload: 'walked', csrf: answer.body['csrf'] }, { cookie });
    },
    data: { outcome: 'filled' },
    badly: (call) => call({ '{id}': 'walk-unknown', key: 'k', payload: 'walked', csrf: 'none' }),
    refusal: [403, 'csrf_failed'],
  },
  'GET /fill-key.js': {
    alone: 'both',
    well: (call) => call(),
    data: { script: text },
    badly: (call) => call({ x: ['one', 'other'] }),
    refusal: [400, 'invalid_request'],
  },
  'POST /v1/admin/get': {
    alone: 'both',
    well: async (call, { admin, store }) => call({ token: await admin(), ...(await store()) }),
    data: { status: 'active', payload: 'walked' },
    badly: async (call, { owner, store }) => call({ token: await owner(), ...(await store()) }),
    refusal: [403, 'insufficient_scope'],
  },
  'POST /v1/admin/list': {
    alone: 'both',
    async well(call, { admin, store }) {
      await store();
      return call({ token: await admin(), limit: 1 });
    },
    data: { items: [{ id: text }], limit: 1 },
    badly: async (call, { admin }) => call({ token: await admin(), page_number: 0 }),
    refusal: [400, 'invalid_page_number'],
  },
  'POST /v1/admin/cleanup': {
    alone: 'both',
    // Of one drop alone: without an id it would remove ended drops of everybody.
    well: async (call, { admin, store }) => call({ token: await admin(), id: (await store()).id }),
    data: { scanned_count: 1, deleted_count: 0 },
    badly: async (call, { owner }) => call({ token: await owner(), id: randomUUID() }),
    refusal: [403, 'insufficient_scope'],
  },
};
