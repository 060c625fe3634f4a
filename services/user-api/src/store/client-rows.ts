import { fieldsBut, selectList } from '@latchkey/database';
import type { OAuthClientModel } from '../../prisma/generated/models.ts';
import type { Client } from '../client/client.ts';
import { nameKeysOf } from '../client/name-keys.ts';
import { Prisma } from './database.ts';

const renamed = { clientId: 'id' };
export const clientColumnsForSso = Prisma.raw(
  selectList(
    fieldsBut(
      Prisma.OAuthClientScalarFieldEnum,
      'status',
      'ownerId',
      'verified',
      'nameKeys',
      'hadToken',
      'secretRotatedAt',
      'createdAt',
      'updatedAt',
    ),
    renamed,
  ),
);
const listedFields = fieldsBut(
  Prisma.OAuthClientScalarFieldEnum,
  'nameKeys',
  'hadToken',
  'defaultScopes',
  'audiences',
  'defaultAudiences',
  'deviceCodeTtlSeconds',
  'pollIntervalSeconds',
  'vouches',
  'introspects',
  'namesVisitors',
);
const columns = selectList(listedFields, renamed);
export const clientList = { table: 'oauth_clients', columns, idType: 'text' } as const;
/** What only statements of the database read. */
export const internalColumns = { nameKeys: true, hadToken: true } as const;

export type ListedRow = Pick<OAuthClientModel, (typeof listedFields)[number]>;

/** The keys of its name, its lists, its flags, and what is said of its devices. */
export function settledOf(client: Client) {
  return {
    nameKeys: nameKeysOf(client.name),
    grantTypes: [...client.grantTypes],
    scopes: [...client.scopes],
    defaultScopes: [...client.defaultScopes],
    audiences: [...client.audiences],
    defaultAudiences: [...client.defaultAudiences],
    vouches: [...client.vouches],
    introspects: client.introspects,
    namesVisitors: client.namesVisitors,
    devicePolicy: client.devicePolicy,
    refreshBinding: client.refreshBinding,
    deviceCodeTtlSeconds: client.deviceCodeTtlSeconds,
    pollIntervalSeconds: client.pollIntervalSeconds,
  };
}

/** Only the client, without the other fields of a page's row. */
export function toClient<Row extends ListedRow>(row: Row) {
  return {
    ...row,
    type: row.type as Client['type'],
    status: row.status as Client['status'],
    ownerKind: row.ownerKind as Client['ownerKind'],
    devicePolicy: row.devicePolicy as Client['devicePolicy'],
    refreshBinding: row.refreshBinding as Client['refreshBinding'],
  };
}
