import type { Redis } from 'ioredis';
import type { Adapter, AdapterPayload } from 'oidc-provider';

const consumable = new Set([
  'AuthorizationCode',
  'RefreshToken',
  'DeviceCode',
  'BackchannelAuthenticationRequest',
]);
const grantable = new Set(['AccessToken', ...consumable]);

/**
 * The adapter of oidc-provider over Redis that its documentation shows: what can be consumed is a hash, the rest JSON
 * text, with keys for user codes and uids and a list of the keys of a grant.
 */
export function createRedisAdapter(redis: Redis, name: string): Adapter {
  const keyOf = (id: string) => `${name}:${id}`;
  async function find(id: string): Promise<AdapterPayload | undefined> {
    if (!consumable.has(name)) return parse(await redis.get(keyOf(id)));
    const { payload, ...rest } = await redis.hgetall(keyOf(id));
    return payload === undefined ? undefined : { ...rest, ...parse(payload) };
  }
  async function findByKey(key: string): Promise<AdapterPayload | undefined> {
    const id = await redis.get(key);
    return id === null ? undefined : find(id);
  }
  return {
    async upsert(id, payload, expiresIn = 0) {
      const key = keyOf(id);
      const multi = redis.multi();
      if (consumable.has(name)) multi.hset(key, { payload: JSON.stringify(payload) });
      else multi.set(key, JSON.stringify(payload));
      if (expiresIn > 0) multi.expire(key, expiresIn);
      if (grantable.has(name) && payload.grantId !== undefined) {
        multi.rpush(`grant:${payload.grantId}`, key);
        if (expiresIn > 0) multi.expire(`grant:${payload.grantId}`, expiresIn);
      }
      if (payload.userCode !== undefined) multi.set(`userCode:${payload.userCode}`, id, 'EX', expiresIn);
      if (payload.uid !== undefined) multi.set(`uid:${payload.uid}`, id, 'EX', expiresIn);
      await multi.exec();
    },
    find,
    findByUserCode: (userCode) => findByKey(`userCode:${userCode}`),
    findByUid: (uid) => findByKey(`uid:${uid}`),
    consume: async (id) => void (await redis.hset(keyOf(id), 'consumed', Math.floor(Date.now() / 1000))),
    destroy: async (id) => void (await redis.del(keyOf(id))),
    async revokeByGrantId(grantId) {
      const keys = await redis.lrange(`grant:${grantId}`, 0, -1);
      await redis.del(`grant:${grantId}`, ...keys);
    },
  };
}

function parse(text: string | null): AdapterPayload | undefined {
  return text === null ? undefined : (JSON.parse(text) as AdapterPayload);
}
