import { ApiError, type InferFields, type ssoCalls } from '@latchkey/contracts';
import { splitScope, type RelayClaims } from '@latchkey/tokens';
import { errors } from '../../src/errors.ts';
import type { DropClient } from '../../src/sibling/drop.ts';
import type { FamilyRevocation, FamilyView, MintRequest, SsoClient } from '../../src/sibling/sso.ts';
import { createFakeApprovals } from './fake-approvals.ts';
import type { Signer } from './signer.ts';

type MintInput = InferFields<typeof ssoCalls.mintToken.input>;

/** sso and drop as far as this service calls them; `down` names those that give no answer. */
export function createFakeSiblings(signer: Signer) {
  const relays = new Map<string, string>();
  const deadDrops = new Map<string, string>();
  const families = new Map<string, FamilyView>();
  const active = new Set<string>();
  const ungiven = new Set<string>();
  const down = new Set<'sso' | 'drop'>();
  const minted: MintRequest[] = [];
  const asked: string[] = [];
  const consentsEnded: string[] = [];
  let count = 0;

  async function answer<Result>(
    service: 'sso' | 'drop',
    act: () => Result | Promise<Result>,
  ): Promise<Result> {
    await Promise.resolve();
    asked.push(service);
    if (down.has(service)) throw new ApiError(errors.unavailable, { retryAfterSeconds: 5 });
    return act();
  }

  function spend(kept: Map<string, string>, handle: string): string | undefined {
    const jws = kept.get(handle);
    kept.delete(handle);
    return jws;
  }

  /** Ends the families of a person that are meant, and answers how many. */
  function endFamilies(
    userId: string,
    isMeant: (claims: { readonly sid: string; readonly client_id: string }) => boolean,
  ): number {
    const meant = [...families.keys()].filter((token) => {
      const claims = readClaims(token);
      return claims.sub === userId && isMeant(claims);
    });
    for (const token of meant) families.delete(token);
    return meant.length;
  }

  const { approvals, devices, consents } = createFakeApprovals(endFamilies);
  const sso = {
    searchDevices: (search) => answer('sso', () => approvals.searchDevices(search)),
    searchConsents: (search) => answer('sso', () => approvals.searchConsents(search)),
    revokeDevice: (userId, id) => answer('sso', () => approvals.revokeDevice(userId, id)),
    revokeConsent: (userId, clientId) => answer('sso', () => approvals.revokeConsent(userId, clientId)),
    consumeRelay: (relay: string) => answer('sso', () => spend(relays, relay)),
    mintToken: (request: MintRequest) =>
      answer('sso', () => {
        minted.push(request);
        const { jkt, fresh_sign_in: isSignIn, ...wanted }: MintInput = JSON.parse(JSON.stringify(request));
        const mayAdminister = isSignIn === true && wanted.token_use === 'user';
        const withheld = new Set([...ungiven, ...(mayAdminister ? [] : ['admin'])]);
        const scope = splitScope(wanted.scope).filter((name) => !withheld.has(name));
        const pk = scope.includes('admin') ? ('admin' as const) : ('user' as const);
        const claims = { ...wanted, pk, scope: scope.join(' ') };
        const cnf = jkt === undefined ? {} : { cnf: { jkt } };
        return {
          accessToken: signer.signToken({ ...claims, ...cnf }),
          expiresIn: 900,
          scope: claims.scope,
          issuedAtMs: signer.now(),
        };
      }),
    findFamily: (token: string) => answer('sso', () => families.get(token)),
    isTokenActive: (token: string) => answer('sso', () => active.has(token)),
    revokeFamilies: ({ userId, familyId, keptFamilyId, ...more }: FamilyRevocation) =>
      answer('sso', () => {
        if (more.consents === true) consentsEnded.push(userId);
        return endFamilies(
          userId,
          ({ sid }) => sid !== keptFamilyId && (familyId === undefined || sid === familyId),
        );
      }),
  } satisfies SsoClient;
  const drop = {
    consumeDeadDrop: (id: string, key: string) => answer('drop', () => spend(deadDrops, `${id} ${key}`)),
  } satisfies DropClient;

  return {
    sso,
    drop,
    down,
    minted,
    asked,
    /** Devices that people have approved, and their consents, as sso keeps them. */
    devices,
    consents,
    /** Users whose consents were revoked. */
    consentsEnded,
    families,
    /** App tokens that sso vouches for. */
    active,
    /** Scopes that sso does not give. */
    ungiven,
    /** The token of a refresh family that sso vouches for. */
    signFamily(claims: Parameters<Signer['signToken']>[0], changes: Partial<FamilyView> = {}): string {
      const token = signer.signToken(claims);
      const none = { createdAt: null, lastUsedAt: null, expiresAt: null };
      families.set(token, { ...none, tokensValidAfter: new Date(0), ...changes });
      return token;
    },
    /** A relay that is good once. */
    relay(claims: Partial<RelayClaims> = {}): string {
      const handle = `relay_${(count += 1)}`;
      relays.set(handle, signer.signRelay(claims));
      return handle;
    },
    /** A relay with whatever in it. */
    relayOf(jws: string): string {
      const handle = `relay_${(count += 1)}`;
      relays.set(handle, jws);
      return handle;
    },
    deadDrop(claims: Partial<RelayClaims> = {}): { id: string; key: string } {
      const made = { id: `drop_${(count += 1)}`, key: 'dk1_key' };
      deadDrops.set(`${made.id} ${made.key}`, signer.signRelay(claims));
      return made;
    },
  };
}

function readClaims(token: string): { sub: string; sid: string; client_id: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
