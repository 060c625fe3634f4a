import type { Adapter, AdapterPayload } from 'oidc-provider';
import type pg from 'pg';

const columns = `payload || case when consumed_at is null then '{}'::jsonb
  else jsonb_build_object('consumed', extract(epoch from consumed_at)::int) end as payload`;

/** An adapter of oidc-provider over PostgreSQL: each call is one named statement, and durable once it is answered. */
export function createPostgresAdapter(pool: pg.Pool, model: string): Adapter {
  const send = (name: string, text: string, values: readonly unknown[]) =>
    pool.query<{ payload: AdapterPayload }>({ name, text, values: [model, ...values] });
  const findBy = (column: 'id' | 'user_code' | 'uid') => async (value: string) => {
    const text = `select ${columns} from oidc_payloads
      where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`;
    return (await send(`find by ${column}`, text, [value])).rows[0]?.payload;
  };
  return {
    async upsert(id, payload, expiresIn) {
      await send(
        'upsert',
        `insert into oidc_payloads (model, id, payload, grant_id, user_code, uid, expires_at)
         values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 s')
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
        [id, payload, payload.grantId, payload.userCode, payload.uid, expiresIn],
      );
    },
    find: findBy('id'),
    findByUserCode: findBy('user_code'),
    findByUid: findBy('uid'),
    async consume(id) {
      const text = 'update oidc_payloads set consumed_at = now() where model = $1 and id = $2';
      await send('consume', text, [id]);
    },
    async destroy(id) {
      await send('destroy', 'delete from oidc_payloads where model = $1 and id = $2', [id]);
    },
    async revokeByGrantId(grantId) {
      await send('revoke', 'delete from oidc_payloads where model = $1 and grant_id = $2', [grantId]);
    },
  };
}
