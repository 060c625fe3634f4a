import { scopeMissing } from '@latchkey/tokens';
import { personAccess } from '../../../access/person-access.ts';
import { installation } from '../../../client/client.ts';
import { errors } from '../../../errors.ts';
import { assertOperatorPower } from '../../../session/operator-power.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas } from '../../filter-schemas.ts';
import { byOwner, searchSpecs } from '../../search-specs.ts';
import { clientAnswer, clientSchema } from './client-answer.ts';

const { text, part, flag, oneOf } = filterSchemas;

export const clientsSearch = defineSearch({
  path: '/oauth/clients/search',
  summary: 'Lists OAuth clients of the caller, newest first',
  family: 'oauth_clients',
  access: personAccess,
  spec: searchSpecs.clients,
  fields: {
    status: oneOf('active', 'inactive'),
    name: { ...text, description: 'Exact name' },
    search: { ...part, description: 'Literal part of the name or the client_id' },
    owner: { ...text, description: 'Id of a user, id or slug of an org, or installation; operators only' },
    archived: { ...flag, description: 'true shows archived clients only' },
    grant_type: text,
  },
  item: clientSchema,
  toItem: clientAnswer,
  errors: [errors.forbidden, scopeMissing('admin')],
  readFilters({ status, name, search, owner, archived = false, grant_type: grantType }, caller) {
    if (owner !== undefined) assertOperatorPower(caller, { field: 'owner' });
    const ownerId = owner === installation.ownerKind ? installation.ownerId : owner;
    return { status, name, search, owner: ownerId, archived, grantType };
  },
  ...byOwner,
  find: ({ clients }, { scope, filters, plan }) => clients.search(scope, filters, plan),
});
