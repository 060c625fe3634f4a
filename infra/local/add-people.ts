import { withClient } from '@latchkey/database';
import { demo } from './person.ts';

/** Accounts with these addresses and the password of the demo person. */
export function addPeople(databaseUrl: string, emails: readonly string[]): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into users (id, email, name, kind, status, password_hash, email_verified_at, created_at, updated_at)
      select gen_random_uuid(), address, 'Person', 'user', 'active', u.password_hash, now(), now(), now()
      from users u, unnest($1::text[]) address where u.email = $2`,
      [emails, demo.email],
    );
  });
}
