import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKeys } from '@latchkey/tokens';
import { loadSecrets } from './secrets.ts';

test('secrets are made once, differ between folders, and are for their owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
  const secrets = await loadSecrets(join(folder, 'a'));
  expect(await loadSecrets(join(folder, 'a'))).toEqual(secrets);
  expect((await loadSecrets(join(folder, 'b'))).serviceKeys.sso).not.toBe(secrets.serviceKeys.sso);
  expect(new Set(Object.values(secrets.serviceKeys)).size).toBe(3);
  const modeOf = (name: string) => statSync(join(folder, 'a', name)).mode & 0o777;
  const modes = [modeOf('secrets.json'), modeOf('signing-keys.json')];
  expect(modes).toEqual([0o600, 0o600]);
  const text = readFileSync(secrets.signingKeysFile, 'utf8');
  expect(createSigningKeys({ text, now: Date.now }).publicJwks().keys).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
