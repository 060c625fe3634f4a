import { clientSettings, detailSettings, namesOf, type ClientSettings } from '@latchkey/contracts';
import { fieldsBut, selectList } from '@latchkey/database';
import type { OAuthClientModel } from '../../../prisma/generated/models.ts';
import type { Client } from '../../clients/client.ts';
import { nameKeysOf } from '../../clients/name-keys.ts';
import { Prisma } from '../database.ts';

const renamed = { clientId: 'id' };
export const clientColumnsForSso = Prisma.raw(
  selectList(
    fieldsBut(
      Prisma.OAuthClientScalarFieldEnum,
      'status',
      'ownerId',
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
  ...namesOf(detailSettings),
);
const columns = selectList(listedFields, renamed);
export const clientList = { table: 'oauth_clients', columns, idType: 'text' } as const;
/** What only statements of the database read. */
export const internalColumns = { nameKeys: true, hadToken: true } as const;

export type ListedRow = Pick<OAuthClientModel, (typeof listedFields)[number]>;

type Settings = Pick<OAuthClientModel, keyof ClientSettings>;

/** What can be set of a client, and the keys of its name. */
export function settledOf(client: Client) {
  const settings = Object.fromEntries(namesOf(clientSettings).map((name) => [name, client[name]]));
  // Prisma's types ask for lists that may change.
  return { nameKeys: nameKeysOf(client.name), ...(settings as Settings) };
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
