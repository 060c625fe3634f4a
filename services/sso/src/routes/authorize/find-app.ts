import { isRegisteredRedirect } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import { errors, nameCause } from '../../errors.ts';
import type { Client } from '../../oauth/client/client.ts';
import { longestQuery, readRequest, type SentRequest } from '../../people/authorize/parameters.ts';
import type { AppBrokenView } from '../../people/page/apps/app-view.ts';
import type { Outcome } from '../pages/outcome.ts';

/** A request whose client and address are known: an answer can be led back to it. */
export interface App {
  readonly sent: SentRequest;
  readonly client: Client;
  readonly redirectUri: string;
}

/**
 * Finds who asks, and where the answer goes. Where one of them is not certain, a page says so, and nobody is led on.
 * Source: RFC 6749 4.1.2.1, contract part 1 "The browser road".
 */
export async function findApp(
  { userApi }: SsoContext,
  request: RequestInfo,
): Promise<App | Outcome<AppBrokenView>> {
  const { search, traceparent, network } = request;
  if (search.length > longestQuery) return broken(`the query has more than ${longestQuery} bytes`);
  const sent = readRequest(search);
  const { client_id: clientId, redirect_uri: redirectUri } = sent.values;
  const twice = sent.repeated.find((name) => name === 'client_id' || name === 'redirect_uri');
  if (twice !== undefined) return broken(`${twice} is given more than once`);
  if (clientId === undefined) return broken('client_id is required');
  const client = /^[\x20-\x7e]{1,256}$/.test(clientId)
    ? await userApi.findClient(clientId, traceparent, network)
    : undefined;
  if (client?.isActive !== true) return broken(`the client ${clientId} is unknown or not active`);
  request.note({ client_id: client.clientId });
  if (redirectUri === undefined) return broken('redirect_uri is required');
  if (!isRegisteredRedirect(client.redirectUris, redirectUri))
    return broken(`the redirect_uri ${redirectUri} is not registered for the client ${clientId}`);
  return { sent, client, redirectUri };
}

function broken(description: string): Outcome<AppBrokenView> {
  const failure = nameCause(errors.authorizeInvalid, description);
  return { view: { kind: 'app_broken', description }, failure, isInPlace: true };
}
