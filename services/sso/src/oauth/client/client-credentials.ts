import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { ClientAuthMethod } from './client.ts';

/** The credentials that a request presents, and the method by which it presents them. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly method: ClientAuthMethod;
}

/** The client's fields of a form. */
export interface ClientForm {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Source: RFC 6749 A.1. The length is limited because caches use the id as a key. */
const clientIdPattern = /^[\x20-\x7e]{1,256}$/;

/**
 * Reads client credentials from the form and the Authorization header. Undefined when the header is not valid Basic
 * credentials or the id has an impossible form. Throws invalid_request for a secret in both places, for two different
 * ids and for no id. Source: RFC 6749 2.3.1, contract part 1 "Client authentication".
 */
export function readClientCredentials(
  form: ClientForm,
  authorization: string | undefined,
): ClientCredentials | undefined {
  const credentials = authorization === undefined ? readForm(form) : readHeader(form, authorization);
  return credentials && clientIdPattern.test(credentials.clientId) ? credentials : undefined;
}

function readHeader(form: ClientForm, authorization: string): ClientCredentials | undefined {
  if (form.clientSecret !== undefined) throw new ApiError(errors.twoClientSecrets);
  const basic = readBasic(authorization);
  if (basic === undefined) return undefined;
  if (form.clientId !== undefined && form.clientId !== basic.clientId)
    throw new ApiError(errors.differentClientIds);
  return { ...basic, method: 'client_secret_basic' };
}

function readForm({ clientId, clientSecret }: ClientForm): ClientCredentials {
  if (clientId === undefined) throw new ApiError(errors.clientIdMissing);
  return {
    clientId,
    secret: clientSecret,
    method: clientSecret === undefined ? 'none' : 'client_secret_post',
  };
}

function readBasic(authorization: string): { clientId: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  const clientId = decodePart(pair.slice(0, colon));
  const secret = decodePart(pair.slice(colon + 1));
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

/** Both halves are form-encoded before they are joined (RFC 6749 2.3.1). */
function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
