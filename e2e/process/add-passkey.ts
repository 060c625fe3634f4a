import { withClient } from '@latchkey/database';
import type { Passkey } from '../../services/user-api/src/accounts/passkey.ts';

/** Gives a passkey to its account, whose id is the user handle, past the page of a browser that would. */
export async function addPasskey(databaseUrl: string, passkey: Passkey): Promise<true> {
  const { id, userId, credentialId, publicKey, rpId } = passkey;
  await withClient(databaseUrl, async (client) => {
    await client.query('update users set passkey_handle = id where id = $1', [userId]);
    await client.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, rp_id, name, is_synced, created_at)
        values ($1, $2, $3, $4, 0, $5, 'Key', false, now()) on conflict (id) do nothing`,
      [id, userId, credentialId, publicKey, rpId],
    );
  });
  return true;
}
