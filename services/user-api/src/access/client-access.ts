import type { Access } from '@latchkey/http-server';
import type { Client } from '../clients/client.ts';
import type { UserApiContext } from '../context.ts';
import { authenticateApp } from '../tokens/authenticate-app.ts';
import { limitWrites } from './limit-writes.ts';
import { personAccess, readAuthBinding, readToken, tokenMissing } from './person-access.ts';

/** Base authentication of a confidential client by its app token. */
export const clientAccess: Access<UserApiContext, Client> = {
  ...personAccess,
  name: 'app token of a confidential client',
  async admit(context, parsed, request) {
    const token = readToken(parsed);
    if (token === undefined) throw tokenMissing(request);
    const client = await authenticateApp(context, {
      token,
      binding: readAuthBinding(parsed),
      path: request.path,
    });
    request.note({ principal_id: client.clientId });
    await limitWrites(context, request.path, client.clientId);
    return client;
  },
};
