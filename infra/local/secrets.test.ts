import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKeys } from '@latchkey/tokens';
import { loadSecrets } from './secrets.ts';

test('secrets are made once, differ between folders, and are for their owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
  const secrets = await loadSecrets(join(folder, 'a'));
  expect(await loadSecrets(join(folder, 'a'))).toEqual(secrets);
  expect((await loadSecrets(join(folder, 'b'))).serviceMasterKey).not.toBe(secrets.serviceMasterKey);
  for (const name of ['secrets.json', 'signing-keys.json']) {
    expect(statSync(join(folder, 'a', name)).mode & 0o777).toBe(0o600);
  }
  const text = readFileSync(secrets.signingKeysFile, 'utf8');
  expect(createSigningKeys({ text, now: Date.now }).publicJwks().keys).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
