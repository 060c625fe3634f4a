import { join } from 'node:path';
import { createFileStore } from '@latchkey/client/file-store';
import { writePrivate } from '../src/profile.ts';
import type { Shell } from '../src/shell.ts';

/** Logs in to the local installation, as `latchkey login` does; as an operator, as with `--admin`. */
export async function logIn(
  { configDir }: Pick<Shell, 'configDir'>,
  { places = ['session', 'admin'], scope = 'openid account clients orgs admin' } = {},
): Promise<void> {
  const folder = join(configDir, 'default', encodeURIComponent('latchkey-cli@http://localhost:4001'));
  const tokens = {
    tokenType: 'Bearer',
    accessToken: 'tok',
    accessExpiresAtMs: 1_000_000_000,
    refreshToken: 'refresh',
    refreshExpiresAtMs: 1_000_000_000,
    bindingChain: 'chain',
    bindingLink: 'link',
    scope,
  } as const;
  const addresses = { sso: 'http://localhost:4001', clientId: 'latchkey-cli' };
  await writePrivate(join(configDir, 'default/addresses.json'), JSON.stringify(addresses));
  for (const place of places)
    await createFileStore(join(folder, `${place}.json`)).replace({ status: 'active', revision: 1, tokens });
}
