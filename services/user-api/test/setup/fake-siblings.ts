import type { InferFields, ssoCalls } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import { splitScope, type RelayClaims } from '@latchkey/tokens';
import { errors } from '../../src/errors.ts';
import type { DropClient } from '../../src/sibling/drop.ts';
import type { FamilyRevocation, FamilyView, MintRequest, SsoClient } from '../../src/sibling/sso.ts';
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

  async function answer<Result>(service: 'sso' | 'drop', act: () => Result): Promise<Result> {
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

  const sso = {
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
    revokeFamilies: ({ userId, familyId, keptFamilyId, consents }: FamilyRevocation) =>
      answer('sso', () => {
        if (consents === true) consentsEnded.push(userId);
        const meant = [...families.keys()].filter((token) => {
          const { sub, sid } = readClaims(token);
          return sub === userId && sid !== keptFamilyId && (familyId === undefined || sid === familyId);
        });
        for (const token of meant) families.delete(token);
        return meant.length;
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
    /** Users whose consents were revoked. */
    consentsEnded,
    families,
    /** App tokens that sso vouches for. */
    active,
    /** Scopes that sso does not give. */
    ungiven,
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

function readClaims(token: string): { sub: string; sid: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
