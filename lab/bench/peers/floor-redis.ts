import { createHash, randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';

const issueLua = `if not redis.call('SET', KEYS[1], ARGV[1], 'PX', 660000, 'NX') then return 0 end
redis.call('HSET', KEYS[2], 'state', 'pending', 'client_id', ARGV[2], 'scope', ARGV[3], 'expires_at', ARGV[4])
redis.call('PEXPIRE', KEYS[2], 87000000)
return 1`;
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

interface Scripts {
  issue(codeKey: string, deviceKey: string, ...args: readonly (string | number)[]): Promise<number>;
}

export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Device codes as one Lua script a request keeps them. */
export function createFloorRedis(url: string) {
  const redis = new Redis(url, {
    db: 2,
    scripts: { issue: { lua: issueLua, numberOfKeys: 2 } },
  }) as Redis & Scripts;
  return {
    async issue(clientId: string, scope: string) {
      const deviceCode = randomBytes(32).toString('base64url');
      const userCode = Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('');
      const hash = hashCode(deviceCode);
      await redis.issue(`code:${userCode}`, `device:${hash}`, hash, clientId, scope, Date.now() + 600_000);
      return { deviceCode, userCode };
    },
  };
}
