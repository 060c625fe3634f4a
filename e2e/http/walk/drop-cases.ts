import type { DropWorld } from './drop-world.ts';
import { helloCase, type RouteCase, type RouteCases } from './route-case.ts';

type DropCase = RouteCase<DropWorld>;

const text = expect.any(String) as string;

/** A drop that the owner has stored, with its key: what reads it and what ends it. */
const taken = (data: object): DropCase => ({
  isAlone: true,
  well: async (call, { owner, store }) => call({ token: await owner(), ...(await store()) }),
  data,
});

/** Every public route of drop. What the walk stores it deletes. */
export const dropCases: RouteCases<DropWorld> = {
  'GET /hello': helloCase,
  'POST /v1/drop/reserve': {
    isAlone: true,
    well: async (call, { owner, newId }) => call({ token: await owner(), id: newId() }),
    data: { status: 'reserved', expires_at: text },
  },
  'POST /v1/drop/activate': {
    isAlone: true,
    async well(call, { owner, post, newId }) {
      const own = { token: await owner(), id: newId() };
      await post('/v1/drop/reserve', own);
      return call({ ...own, payload: { answer: 42 } });
    },
    data: { status: 'active', key: text },
  },
  'POST /v1/drop/store': {
    isAlone: true,
    well: async (call, { owner, newId }) => call({ token: await owner(), id: newId(), payload: 'walked' }),
    data: { status: 'active', key: text, payload_format: 'text' },
  },
  'POST /v1/drop/get': taken({ status: 'active', payload: 'walked' }),
  'POST /v1/drop/consume': taken({ status: 'consumed', payload: 'walked' }),
  'POST /v1/drop/status': taken({ status: 'active', consumed_at: null }),
  'POST /v1/drop/revoke': taken({ status: 'revoked', revoked_at: text }),
  'POST /v1/drop/delete': taken({ deleted: true }),
  'POST /v1/drop/list': {
    isAlone: true,
    async well(call, { owner, store }) {
      await store();
      return call({ token: await owner(), limit: 1 });
    },
    data: { items: [{ id: text }], limit: 1, page_number: 1 },
  },
  'POST /v1/consume': {
    isAlone: true,
    well: async (call, { store }) => call(await store({ anonymous: true })),
    data: { status: 'consumed', payload: 'walked' },
  },
  'POST /v1/fill': {
    well: async (call, { ask }) => call({ ...(await ask()), payload: 'walked' }),
    data: { filled: true },
  },
  'GET /d/{id}': {
    isAlone: true,
    well: async (_call, { store, look }) => (await look((await store({ anonymous: true })).id)).answer,
    data: { outcome: 'form', csrf: text },
  },
  'POST /d/{id}': {
    isAlone: true,
    format: 'form',
    async well(call, { store, look }) {
      const { id, key } = await store({ anonymous: true });
      const { cookie, answer } = await look(id);
      return call({ '{id}': id, key, csrf: answer.body['csrf'] }, { cookie });
    },
    data: { outcome: 'opened', payload: Buffer.from('walked').toString('base64') },
  },
  'GET /fill/{id}': {
    well: async (_call, { ask, look }) => (await look((await ask()).id, 'fill')).answer,
    data: { outcome: 'asked', csrf: text, asker: text },
  },
  'POST /fill/{id}': {
    format: 'form',
    async well(call, { ask, look }) {
      const { id, key } = await ask();
      const { cookie, answer } = await look(id, 'fill');
      return call({ '{id}': id, key, payload: 'walked', csrf: answer.body['csrf'] }, { cookie });
    },
    data: { outcome: 'filled' },
  },
  'GET /fill-key.js': {
    isAlone: true,
    well: (call) => call(),
    data: { script: text },
  },
  'POST /v1/admin/get': {
    isAlone: true,
    well: async (call, { admin, store }) => call({ token: await admin(), ...(await store()) }),
    data: { status: 'active', payload: 'walked' },
  },
  'POST /v1/admin/list': {
    isAlone: true,
    async well(call, { admin, store }) {
      await store();
      return call({ token: await admin(), limit: 1 });
    },
    data: { items: [{ id: text }], limit: 1 },
  },
  'POST /v1/admin/cleanup': {
    isAlone: true,
    // Of one drop alone: without an id it would remove ended drops of everybody.
    well: async (call, { admin, store }) => call({ token: await admin(), id: (await store()).id }),
    data: { scanned_count: 1, deleted_count: 0 },
  },
};
