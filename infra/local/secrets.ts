import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSigningKey } from '@latchkey/tokens';
import { mapServices, type ServiceName } from './service-list.ts';

/** What one local stack keeps to itself; made once per folder. */
export interface Secrets {
  postgresPassword: string;
  redisPassword: string;
  /** The key that each service shows to its siblings. */
  serviceKeys: Record<ServiceName, string>;
  /** `kid:key`, the key 32 bytes in base64url. */
  cursorKeys: string;
  sealingKeys: string;
  stateKeys: string;
  linkKeys: string;
  signingKeysFile: string;
}

const makeKey = (): string => randomBytes(32).toString('base64url');

function makeSecrets(): Omit<Secrets, 'signingKeysFile'> {
  return {
    postgresPassword: makeKey(),
    redisPassword: makeKey(),
    serviceKeys: mapServices(makeKey),
    cursorKeys: `local:${makeKey()}`,
    sealingKeys: `local:${makeKey()}`,
    stateKeys: `local:${makeKey()}`,
    linkKeys: `local:${makeKey()}`,
  };
}

/** Reads the folder's secrets, making those that it lacks; both files are readable by their owner alone. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const secretsFile = join(folder, 'secrets.json');
  const signingKeysFile = join(folder, 'signing-keys.json');
  const mode = 0o600;
  mkdirSync(folder, { recursive: true });
  const kept = existsSync(secretsFile) ? (JSON.parse(readFileSync(secretsFile, 'utf8')) as object) : {};
  const secrets = { ...makeSecrets(), ...kept };
  writeFileSync(secretsFile, JSON.stringify(secrets, null, 2), { mode });
  // As if it were an hour old: a test that sets a clock back finds a key in use.
  const now = Date.now() - 3_600_000;
  if (!existsSync(signingKeysFile)) writeFileSync(signingKeysFile, await addSigningKey({ now }), { mode });
  return { ...secrets, signingKeysFile };
}
