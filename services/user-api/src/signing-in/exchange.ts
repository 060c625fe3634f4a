import { ApiError, exampleValues, text, type InferFields } from '@latchkey/contracts';
import type { RelayClaims } from '@latchkey/tokens';
import { findMember } from '../accounts/account-store.ts';
import type { Membership } from '../accounts/account.ts';
import { assertInTime, errors, missing } from '../errors.ts';
import { createEntry, purposeEvents, type LogEvent } from '../request-log/log-event.ts';
import { logMethods, type Origin } from '../request-log/request-log.ts';
import { createChildSession, roomOf, type RoomPorts, type SessionPorts } from '../sessions/open-sessions.ts';
import type { NewSession } from '../sessions/session-store.ts';
import { mintSessionToken, type MintPorts, type SessionToken } from '../sessions/session-token.ts';
import { assertTimely, bindingFields, readBindings } from './attempt/binding.ts';
import { limitedBy } from './attempt/counters.ts';
import { findOutcome, outcomeOf, type OutcomePorts } from './attempt/find-outcome.ts';
import { holdSuccess } from './attempt/hold-success.ts';
import { withLease, type Lease } from './attempt/lease.ts';
import {
  assertPayloadFits,
  consumePayload,
  payloadFields,
  readPresentedPayload,
  type PayloadPorts,
} from './attempt/payload.ts';
import { boundGrant, type Grant, type GrantPorts } from './bound-grant.ts';
import { findSource, inheritBinding, type Source, type SourcePorts } from './find-source.ts';

type ExchangePorts = SourcePorts &
  GrantPorts &
  SessionPorts &
  RoomPorts &
  PayloadPorts &
  MintPorts &
  OutcomePorts & { readonly writesPerMinute: number };

/** The fields that an exchange reads. Source: requirement 2 "Authentication request fields". */
export const exchangeFields = {
  ...payloadFields,
  ...bindingFields,
  'auth.token': {
    ...text,
    description: 'Root token, or access token of a session',
    examples: [exampleValues['auth.token']],
  },
  token: { ...text, description: 'Instead of auth.token' },
  'auth.method': { ...text, description: 'How the subject was authenticated; equal to the payload’s' },
  'auth.client_id': { ...text, description: 'When sent, it must be the client of the payload' },
} as const;

type ExchangeFields = InferFields<{ properties: typeof exchangeFields }> & { readonly 'auth.org'?: string };

export interface ExchangeRequest {
  readonly purpose: 'user_exchange' | 'member_exchange';
  readonly path: string;
  readonly fields: ExchangeFields;
  readonly origin: Origin;
  readonly isBearer: boolean;
  /** The retained handler reads neither auth.org nor auth.method: it takes both from the payload. */
  readonly isLegacy?: boolean;
}

export interface Exchanged {
  readonly session: NewSession;
  readonly token: SessionToken;
  readonly member: Membership | null;
}

/**
 * Opens a session for the payload's client from a live root session or session, checked in the order of
 * contract part 2 "Order": source, membership, binding and connection take the place of the password.
 */
export function exchange(ports: ExchangePorts, request: ExchangeRequest): Promise<Exchanged> {
  const { fields, purpose, path } = request;
  const presented = readPresentedPayload(fields);
  const binding = { ...readBindings(fields), isBearer: request.isBearer };
  const token = readToken(request);
  assertTimely(ports, binding);
  return withLease(ports, request.origin, async (lease) => {
    const { payload } = await consumePayload(ports, lease, { presented, path, fields });
    const { client_id: clientId, htu: payloadHtu } = payload;
    const { org, method } = readLabels(request, payload);
    assertPayloadFits(payload, {
      purpose,
      clientId: fields['auth.client_id'],
      org,
      methods: exchangeMethods,
    });
    assertMethod(payload, method);
    await findOutcome(ports, lease, payload, { path, fields });
    const label = logMethods.find((one) => one === method) ?? null;
    const event = { event: purposeEvents[purpose], method: label, clientId };
    lease.verdict.event = event;
    const source = await findSource(ports, token);
    const writes = ports.counterOf('writes', source.account.id);
    await holdSuccess(ports, lease, limitedBy(ports.writesPerMinute, writes));
    lease.verdict.event = { ...event, userId: source.account.id };
    const member = org === undefined ? null : await findMember(ports.accounts, source.account, org);
    assertSameOrg(source, member);
    const bound = await inheritBinding(ports, source, { token, binding, path, payloadHtu });
    const grant = await boundGrant(ports, source.claims, payload);
    return openChild(ports, { source, member, payload, grant, bound, lease, event });
  });
}

/** The token of the source session. Throws missing_field without it and for a member without an org, ambiguous_parameter. */
function readToken({ purpose, fields, isLegacy }: ExchangeRequest): string {
  const { 'auth.token': first = '', token: second = '', 'auth.org': org = '' } = fields;
  if (first !== '' && second !== '' && first !== second)
    throw new ApiError(errors.tokensDiffer, { field: 'token' });
  const token = first === '' ? second : first;
  if (token === '') throw missing('auth.token');
  if (purpose === 'member_exchange' && !isLegacy && org === '') throw missing('auth.org');
  return token;
}

function assertMethod(payload: RelayClaims, method: string): void {
  if (method !== (payload.method ?? ''))
    throw new ApiError(errors.payloadMismatch, { detail: 'not its method' });
}

/** The org (for members only) and the method of the request. */
function readLabels({ purpose, fields, isLegacy }: ExchangeRequest, payload: RelayClaims) {
  const { org = '', method = '' } = isLegacy
    ? payload
    : { org: fields['auth.org'], method: fields['auth.method'] };
  if (purpose === 'user_exchange') return { org: undefined, method };
  if (org === '') throw new ApiError(errors.payloadMismatch);
  return { org, method };
}

/** Contract part 2 "Order". */
const exchangeMethods = ['password', 'password+totp', 'session', 'device_code'];

/** A session for an org opens sessions for that org only. */
function assertSameOrg({ session }: Source, member: Membership | null): void {
  if (session.orgId !== null && session.orgId !== member?.orgId)
    throw new ApiError(errors.payloadMismatch, { detail: 'the source speaks for another org' });
}

/** Adds the payload's method to amr. A method that names a factor must be true of the source session. */
function extendAmr(amr: readonly string[], method: string | undefined): string[] {
  if (!method) return [...amr];
  if (!method.startsWith('password')) return [...new Set([...amr, method])];
  if (!method.split('+').every((factor) => amr.includes(factor))) throw new ApiError(errors.payloadMismatch);
  return [...amr];
}

async function openChild(
  ports: ExchangePorts,
  found: {
    source: Source;
    member: Membership | null;
    payload: RelayClaims;
    grant: Grant;
    bound: { jkt: string | null; fingerprint: string | null };
    lease: Lease;
    event: LogEvent;
  },
): Promise<Exchanged> {
  const { source, member, payload, grant, bound, lease } = found;
  const { origin } = lease.held;
  const { account, session: from } = source;
  const root = { id: from.kind === 'root' ? from.id : (from.rootId ?? from.id), expiresAt: from.expiresAt };
  const session = createChildSession(ports, root, {
    ...bound,
    sourceId: from.id,
    userId: account.id,
    orgId: member?.orgId ?? null,
    clientId: payload.client_id,
    amr: extendAmr(from.amr, payload.method),
    authTime: from.authTime,
    ip: origin.ip,
    userAgent: origin.userAgent,
    tokensValidAfter: account.tokensValidAfter,
  });
  const subject = { account, member, session, payload: grant, isSignIn: false };
  const token = await mintSessionToken(ports, subject, origin.traceparent);
  assertInTime(origin);
  await ports.sessions.touch(from.id, new Date(ports.now()));
  const { userId, orgId } = session;
  const row = createEntry(ports, { ...found.event, userId, orgId }, origin);
  const opening = {
    account,
    orgId,
    sourceId: from.id,
    row,
    outcome: outcomeOf(lease.verdict, session, row),
    madeBefore: lease.verdict.made,
    room: roomOf(ports, account, row),
  };
  if (!(await ports.sessions.start([session], opening)))
    throw new ApiError(errors.tokenInvalid, { detail: 'the source or its account has changed' });
  return { session, token, member };
}
