import { isRegisteredRedirect } from '@latchkey/contracts';
import { text, type RequestInfo } from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import type { Client } from '../../oauth/client/client.ts';
import type { HintedToken } from '../../people/authorize/id-token-hint.ts';
import { addToQuery } from '../../people/authorize/lead-back.ts';
import type { Visit } from '../../people/sign-in/visit.ts';

/** What an app may say when it has a person signed out. Source: RP-Initiated Logout 1.0 2. */
export const leaveFields = {
  id_token_hint: { ...text, description: 'an id_token of the sign-in that ends, expired or not' },
  client_id: { ...text, description: 'the app, where there is no id_token' },
  post_logout_redirect_uri: { ...text, description: 'where the person goes on to; one that is registered' },
  state: { ...text, description: 'is sent back as it is' },
} as const;

type Name = keyof typeof leaveFields;

/** An app that has a person signed out. */
export interface Leave {
  readonly clientName: string;
  /** That of the id_token, where it is of the person who is signed in. */
  readonly familyId: string | undefined;
  /** Where the person goes on to; undefined where the app names no address of its own. */
  readonly back: string | undefined;
}

/** Who asks for the sign-out; undefined where it is not certain, so that there is no way back. */
export async function findLeave(
  context: SsoContext,
  { search, traceparent, network }: RequestInfo,
  visit: Visit,
): Promise<Leave | undefined> {
  const { id_token_hint: hint, client_id: named, ...back } = readSearch(search);
  const token = hint === undefined ? undefined : await context.readHint(hint);
  const clientId = named ?? token?.clientId;
  if (clientId === undefined || (token ?? { clientId }).clientId !== clientId) return undefined;
  const client = await context.userApi.findClient(clientId, traceparent, network);
  if (client?.isActive !== true) return undefined;
  const familyId = token && (await findFamily(context, token, visit));
  return { clientName: client.name, familyId, back: readBack(client, back) };
}

/** What is sent twice is left out. */
function readSearch(search: string): Partial<Record<Name, string>> {
  const sent = new URLSearchParams(search);
  const single = (Object.keys(leaveFields) as Name[]).flatMap((name) => {
    const [value = '', ...more] = sent.getAll(name);
    return value === '' || more.length > 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries(single);
}

function readBack(
  { postLogoutRedirectUris }: Client,
  { post_logout_redirect_uri: address, state }: Partial<Record<Name, string>>,
): string | undefined {
  if (address === undefined || !isRegisteredRedirect(postLogoutRedirectUris, address)) return undefined;
  return addToQuery(address, state === undefined ? {} : { state });
}

/** The family of an id_token, unless another person is signed in. */
async function findFamily(
  { families }: SsoContext,
  { userId, clientId, familyId }: HintedToken,
  { session }: Visit,
): Promise<string | undefined> {
  if (session !== undefined && session.userId !== userId) return undefined;
  const family = await families.findById(familyId);
  return family?.clientId === clientId ? family.id : undefined;
}
