import type { Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { hashFingerprint, isSameAudience, rightScopes, splitScope, type RelayClaims } from '@latchkey/tokens';
import { assertInTime, errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { SsoClient } from '../sibling/sso.ts';
import {
  assertTimely,
  verifyProof,
  type BindingFields,
  type BindingPorts,
} from '../signing-in/attempt/binding.ts';
import { limitedBy } from '../signing-in/attempt/counters.ts';
import { findOutcome, outcomeOf, type OutcomePorts } from '../signing-in/attempt/find-outcome.ts';
import { holdSuccess } from '../signing-in/attempt/hold-success.ts';
import { withLease, type Lease } from '../signing-in/attempt/lease.ts';
import {
  assertPayloadFits,
  consumePayload,
  readPresentedPayload,
  type PayloadFields,
  type PayloadPorts,
} from '../signing-in/attempt/payload.ts';
import type { Client, ClientStore } from './client.ts';
import type { Credential, CredentialStore } from './credential.ts';

interface IssuePorts extends PayloadPorts, OutcomePorts, BindingPorts {
  readonly clients: Pick<ClientStore, 'find' | 'isClosed'>;
  readonly credentials: CredentialStore;
  readonly sso: SsoClient;
  /** App tokens of one client, and of all clients of one owner, a minute; 0 for no limit. */
  readonly appTokensPerMinute: number;
}

interface IssueFields extends PayloadFields, Readonly<Record<string, unknown>> {
  readonly clientId: string | undefined;
  /** Space-separated. */
  readonly scope: string | undefined;
  readonly audiences: readonly string[];
}

interface IssueRequest {
  readonly path: string;
  readonly fields: IssueFields;
  readonly binding: BindingFields;
  readonly origin: Origin;
}

interface IssuedCredential {
  readonly credential: Credential;
  readonly accessToken: string;
  readonly expiresIn: number;
}

/**
 * Issues an app token to the client of a payload, within the payload's scope and audiences; all of them when the
 * request names none, but no right. It is bound to the key of a proof, which sso or this service has seen, and to a
 * fingerprint. Throws invalid_scope for a right, payload_mismatch beyond the payload, invalid_dpop_proof, use_dpop_nonce,
 * forbidden for a client without the grant. Nothing is stored unless sso has signed.
 * Source: contract part 2 "Routes guarded by a consumed payload".
 */
export function issueCredential(
  ports: IssuePorts,
  { path, fields, binding, origin: sender }: IssueRequest,
): Promise<IssuedCredential> {
  const presented = readPresentedPayload(fields);
  const requested = splitScope(fields.scope);
  if (requested.some(isRight)) throw new ApiError(errors.scopeNotForApps, { field: 'scope' });
  assertTimely(ports, binding);
  return withLease(ports, sender, async (lease) => {
    const { payload } = await consumePayload(ports, lease, { presented, path, fields });
    assertPayloadFits(payload, { purpose: 'client_credentials', clientId: fields.clientId, methods: [] });
    const allowed = splitScope(payload.scope).filter((name) => !isRight(name));
    const scopes = narrow(requested, allowed);
    const audiences = narrow(fields.audiences, payload.aud_list ?? [], isSameAudience);
    const client = await findHolder(ports, payload);
    const bound = await bindTo(ports, binding, payload, path);
    // Another key is something else, though its proof is made for each request.
    const before = await findOutcome(ports, lease, payload, { path, fields: { ...fields, jkt: bound.jkt } });
    await holdSuccess(ports, lease, countersOf(ports, client));
    const issued = await mint(ports, { payload, scopes, audiences, ...bound }, lease);
    // Nobody received the secrets of the first.
    if (before !== undefined) await ports.outcomes.endCredentials(before.made, new Date(ports.now()));
    return issued;
  });
}

function isRight(scope: string): boolean {
  return rightScopes.some((right) => right === scope);
}

/** The requested part of what is allowed, as it is spelled there; all of it when nothing is requested. */
function narrow(
  requested: readonly string[],
  allowed: readonly string[],
  isSame = (one: string, other: string) => one === other,
): readonly string[] {
  if (requested.some((value) => !allowed.some((one) => isSame(one, value))))
    throw new ApiError(errors.payloadMismatch);
  if (requested.length === 0) return allowed;
  return allowed.filter((one) => requested.some((value) => isSame(one, value)));
}

async function findHolder(ports: IssuePorts, payload: RelayClaims): Promise<Client> {
  const client = (await ports.clients.find(payload.client_id, new Date(ports.now())))?.client;
  const mayHold =
    client?.status === 'active' &&
    client.archivedAt === null &&
    client.grantTypes.includes('client_credentials');
  if (!mayHold) throw new ApiError(errors.forbidden, { field: 'client_id' });
  return client;
}

/** Each token is a row for 90 days. The clients of the installation are as many as its operators make. */
function countersOf(
  { counterOf, appTokensPerMinute: limit }: IssuePorts,
  { clientId, ownerKind, ownerId }: Client,
): Counter[] {
  const owner = ownerKind === 'installation' ? [] : [counterOf('appTokens', ownerKind, ownerId)];
  return limitedBy(limit, counterOf('appTokens', clientId), ...owner);
}

/** What the token is bound to. A payload that names a key is used with that key only. */
async function bindTo(
  ports: IssuePorts,
  binding: BindingFields,
  { jkt: expectedJkt, htu: payloadHtu }: RelayClaims,
  path: string,
): Promise<Pick<Credential, 'jkt' | 'fingerprint'>> {
  const proven = await verifyProof(ports, binding, { path, payloadHtu, expectedJkt });
  const { fingerprint } = binding;
  return {
    jkt: proven ?? expectedJkt ?? null,
    fingerprint: fingerprint ? hashFingerprint(fingerprint) : null,
  };
}

async function mint(
  ports: IssuePorts,
  granted: Pick<Credential, 'scopes' | 'audiences' | 'jkt' | 'fingerprint'> & {
    readonly payload: RelayClaims;
  },
  lease: Lease,
): Promise<IssuedCredential> {
  const { origin } = lease.held;
  const { payload, scopes, jkt, fingerprint } = granted;
  const audiences = granted.audiences.length === 0 ? [ports.publicUrl] : granted.audiences;
  const id = ports.newId();
  const minted = await ports.sso.mintToken(
    {
      token_use: 'app',
      sub: payload.client_id,
      client_id: payload.client_id,
      aud: audiences,
      scope: scopes.join(' '),
      sid: id,
      amr: [],
      ...(jkt === null ? {} : { jkt }),
      ...(fingerprint === null ? {} : { fpr: fingerprint }),
    },
    origin.traceparent,
  );
  const createdAt = new Date(ports.now());
  const expiresAt = new Date(ports.now() + minted.expiresIn * 1000);
  const credential = {
    id,
    clientId: payload.client_id,
    scopes: splitScope(minted.scope),
    audiences,
    fingerprint,
    jkt,
    createdAt,
    expiresAt,
  };
  const issued = { event: 'client_credentials.issue', clientId: credential.clientId } as const;
  assertInTime(origin);
  // Before the credential: kept without it, it lets the same request make another one.
  const outcome = outcomeOf(lease.verdict, { id, userId: null, amr: [] }, { createdAt });
  if (outcome !== undefined) await ports.outcomes.keep(outcome);
  await ports.credentials.add(credential, createEntry(ports, issued, origin));
  return { credential, accessToken: minted.accessToken, expiresIn: minted.expiresIn };
}
