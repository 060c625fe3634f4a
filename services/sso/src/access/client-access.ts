import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { text, type Access, type RequestInfo } from '@latchkey/http-server';
import type { SsoContext } from '../context.ts';
import { errors, nameCause } from '../errors.ts';
import { authenticateClient } from '../oauth/client/authenticate-client.ts';
import { readClientCredentials, type ClientCredentials } from '../oauth/client/client-credentials.ts';
import type { Client } from '../oauth/client/client.ts';

const challenge = { 'www-authenticate': 'Basic realm="latchkey", charset="UTF-8"' };

/** The fields in which a client names itself, and proves it where it has a secret. */
export const clientFields = {
  client_id: { ...text, examples: ['backup-agent'] },
  client_secret: text,
} as const;

/** An OAuth client, proven as it is configured. Source: RFC 6749 2.3 and 5.2, contract part 1 "Client authentication". */
export const clientAccess: Access<SsoContext, Client> = {
  name: 'client authentication',
  signIn: ['basic', 'clientForm'],
  errors: [errors.invalidClient, errors.twoClientSecrets, errors.differentClientIds, errors.clientIdMissing],
  async admit(context, parsed, request) {
    const authorization = request.header('authorization');
    const form = { clientId: parsed.string('client_id'), clientSecret: parsed.string('client_secret') };
    const credentials = readClientCredentials(form, authorization);
    const client =
      credentials &&
      (await context.userApi.findClient(credentials.clientId, request.traceparent, request.network));
    const result =
      credentials === undefined
        ? { rejection: 'the Authorization header or the client_id is malformed' }
        : authenticateClient(client, credentials, context.settings.clientAuthMatch);
    if ('rejection' in result) throw await refuse(context, credentials, request, result.rejection);
    request.note({ client_id: result.client.clientId });
    return result.client;
  },
};

/**
 * What the caller reads. Without a secret it is one sentence for a client that there is not, one that is not active, and
 * one that has a secret, so that nobody learns which ids are clients with secrets.
 */
function specOf(credentials: ClientCredentials | undefined): ErrorSpec {
  if (credentials?.method !== 'none') return errors.invalidClient;
  const { clientId } = credentials;
  const sentence = `${clientId} is no active public client, and the request has no secret of another client`;
  return nameCause(errors.invalidClient, sentence);
}

async function refuse(
  { outbox }: SsoContext,
  credentials: ClientCredentials | undefined,
  request: RequestInfo,
  detail: string,
): Promise<ApiError> {
  const data = { client_id: credentials?.clientId ?? '', network: request.network };
  await outbox.append('client.auth_failed', data);
  const headerCame = request.header('authorization') !== undefined;
  return new ApiError(specOf(credentials), { detail, ...(headerCame ? { headers: challenge } : {}) });
}
