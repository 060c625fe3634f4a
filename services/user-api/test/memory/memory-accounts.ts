import { slicePage } from '@latchkey/pagination';
import type { ListedAccount } from '../../src/account/account-list.ts';
import type { AccountStore } from '../../src/account/account-store.ts';
import { retiredEmailPrefix, type Account, type Membership } from '../../src/account/account.ts';
import type { Factor } from '../../src/account/factor.ts';
import type { Voiding } from '../../src/account/voiding.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { startMs } from '../setup/signer.ts';
import { fitsFilters } from './fits-filters.ts';

/** What a change of an account does to the other stores, in the same act. */
export interface Effects {
  endSessions(which: { userId: string; kept?: readonly string[]; orgId?: string }, now: Date): string[];
  log(row: LogEntry): void;
}

export interface MemoryAccounts extends AccountStore {
  /** As findById and listMemberships, now. */
  look(userId: string): { account: Account | undefined; orgIds: readonly string[] };
  /** Spends what was shown, now; false when it was spent before. */
  spend(userId: string, factor: Factor): boolean;
  /** The part of an opening that replaces a password which must be changed. */
  putPassword(userId: string, hash: string): void;
  /** Stores an account; one from the start of the clock unless told otherwise. */
  add(account: Account, memberships?: readonly Membership[], createdAt?: Date): void;
  remove(userId: string): void;
  /** The part of a sign-in that is shown in lists. */
  noteLogin(userId: string, at: Date): void;
  nameOrg(orgId: string, slug: string): void;
  slugOf(orgId: string): string | undefined;
  setMemberships(userId: string, memberships: readonly Membership[]): void;
}

/** The account store in memory. */
export function createMemoryAccounts(effects: Effects): MemoryAccounts {
  const accounts = new Map<string, Account>();
  const memberships = new Map<string, Membership[]>();
  const slugs = new Map<string, string>();
  const lastSteps = new Map<string, number>();
  const createdAts = new Map<string, Date>();
  const lastLogins = new Map<string, Date>();
  function changeNow(
    userId: string,
    precondition: (account: Account) => boolean,
    to: Partial<Account>,
  ): boolean {
    const account = accounts.get(userId);
    if (account === undefined || !precondition(account)) return false;
    accounts.set(userId, { ...account, ...to });
    return true;
  }
  const change = (...all: Parameters<typeof changeNow>) => Promise.resolve(changeNow(...all));
  function changeWithRow(...[userId, precondition, to, row]: [...Parameters<typeof changeNow>, LogEntry]) {
    const isChanged = changeNow(userId, precondition, to);
    if (isChanged) effects.log(row);
    return Promise.resolve(isChanged);
  }
  const isStepFree = (userId: string, step: number) =>
    accounts.has(userId) && (lastSteps.get(userId) ?? -1) < step;

  const isActiveRoot = ({ kind, status }: Account) => kind === 'root' && status === 'active';
  const isLastRoot = (account: Account) =>
    isActiveRoot(account) && [...accounts.values()].filter(isActiveRoot).length === 1;

  function createNow(account: Account, row: LogEntry): void {
    effects.log(row);
    accounts.set(account.id, account);
    createdAts.set(account.id, row.createdAt);
    memberships.set(account.id, []);
  }

  const recoveryCodes = new Map<string, Set<string>>();
  const isFree = (userId: string, factor: Factor) =>
    factor.kind === 'totp'
      ? isStepFree(userId, factor.step)
      : recoveryCodes.get(userId)?.has(factor.hash) === true;

  function spend(userId: string, factor: Factor): boolean {
    if (!isFree(userId, factor)) return false;
    if (factor.kind === 'totp') lastSteps.set(userId, factor.step);
    else {
      recoveryCodes.get(userId)?.delete(factor.hash);
      effects.log(factor.row);
    }
    return true;
  }

  function voidSignIns(
    userId: string,
    precondition: (account: Account) => boolean,
    to: Partial<Account>,
    { validAfter, kept, row }: Voiding,
  ): Promise<string[] | undefined> {
    const before = accounts.get(userId)?.tokensValidAfter?.getTime() ?? -Infinity;
    const tokensValidAfter = new Date(Math.max(validAfter.getTime(), before + 1));
    const all = { ...to, tokensValidAfter, keptFamilyId: kept.familyId, keptValidAfter: validAfter };
    if (!changeNow(userId, precondition, all)) return Promise.resolve(undefined);
    const ended = effects.endSessions({ userId, kept: kept.sessionIds }, row.createdAt);
    effects.log(row);
    return Promise.resolve(ended);
  }

  return {
    add(account, ofUser = [], createdAt = new Date(startMs)) {
      accounts.set(account.id, account);
      createdAts.set(account.id, createdAt);
      memberships.set(account.id, [...ofUser]);
      for (const { orgId, orgSlug } of ofUser) slugs.set(orgId, orgSlug);
    },
    remove(userId) {
      accounts.delete(userId);
      lastSteps.delete(userId);
    },
    noteLogin: (userId, at) => void lastLogins.set(userId, at),
    create(account, row, taken) {
      if ([...accounts.values()].some(({ email }) => email === account.email)) {
        if (taken !== undefined) effects.log(taken);
        return Promise.resolve(false);
      }
      createNow(account, row);
      return Promise.resolve(true);
    },
    takeOver(owner, row) {
      const old = [...accounts.values()].find(({ email }) => email === owner.email);
      if (old === undefined || old.emailVerifiedAt !== null || old.kind !== 'user')
        return Promise.resolve(undefined);
      const before = old.tokensValidAfter?.getTime() ?? -Infinity;
      accounts.set(old.id, {
        ...old,
        email: `${retiredEmailPrefix}${old.id}`,
        name: '',
        locale: null,
        status: 'deleted',
        passwordHash: null,
        firstPasswordUntil: null,
        totpSecret: null,
        totpPending: null,
        keptFamilyId: null,
        keptValidAfter: null,
        tokensValidAfter: new Date(Math.max(row.createdAt.getTime(), before + 1)),
      });
      lastSteps.delete(old.id);
      memberships.set(old.id, []);
      const ended = effects.endSessions({ userId: old.id }, row.createdAt);
      createNow(owner, row);
      return Promise.resolve({ userId: owner.id, ended });
    },
    verifyEmail: (userId, row) =>
      changeWithRow(
        userId,
        (account) => account.emailVerifiedAt === null && account.status !== 'deleted',
        { emailVerifiedAt: row.createdAt },
        row,
      ),
    setDeviceSignIn: ({ id, tokensValidAfter: seen }, deviceSignIn, row) =>
      changeWithRow(
        id,
        ({ status, tokensValidAfter }) =>
          status === 'active' && tokensValidAfter?.getTime() === seen?.getTime(),
        { deviceSignIn },
        row,
      ),
    nameOrg: (orgId, slug) => void slugs.set(orgId, slug),
    slugOf: (orgId) => slugs.get(orgId),
    setMemberships: (userId, ofUser) => void memberships.set(userId, [...ofUser]),
    findById: (userId) => Promise.resolve(accounts.get(userId.toLowerCase())),
    findStandings: (userIds) =>
      Promise.resolve(
        [...accounts.values()]
          .filter(({ id }) => userIds.some((userId) => userId.toLowerCase() === id))
          .map((one) => ({ ...one, groups: (memberships.get(one.id) ?? []).map(({ orgSlug }) => orgSlug) })),
      ),
    findByEmail: (email) => Promise.resolve([...accounts.values()].find((one) => one.email === email)),
    listMemberships: (userId) => Promise.resolve(memberships.get(userId) ?? []),
    spend,
    isFactorFree: (userId, factor) => Promise.resolve(isFree(userId, factor)),
    replaceRecoveryCodes(userId, sealed, hashes, row) {
      if (accounts.get(userId)?.totpSecret !== sealed) return Promise.resolve(false);
      recoveryCodes.set(userId, new Set(hashes));
      effects.log(row);
      return Promise.resolve(true);
    },
    countRecoveryCodes: (userId) => Promise.resolve(recoveryCodes.get(userId)?.size ?? 0),
    async replacePasswordHash(userId, oldHash, newHash) {
      await change(userId, ({ passwordHash }) => passwordHash === oldHash, {
        passwordHash: newHash,
      });
    },
    setPassword(userId, { hash, firstUntil = null, over, ...voiding }) {
      const precondition = (account: Account) =>
        over === undefined
          ? account.status !== 'deleted'
          : account.status === 'active' &&
            account.firstPasswordUntil?.getTime() === over.firstPasswordUntil?.getTime() &&
            account.tokensValidAfter?.getTime() === over.tokensValidAfter?.getTime();
      return voidSignIns(
        userId,
        precondition,
        { passwordHash: hash, firstPasswordUntil: firstUntil },
        voiding,
      );
    },
    beginTotp: (userId, totpPending, isOn) =>
      change(userId, ({ totpSecret }) => (totpSecret !== null) === isOn, { totpPending }),
    confirmTotp(userId, { sealed, step, recoveryHashes }, row) {
      const isWaiting = (account: Account) => account.totpPending === sealed;
      if ([accounts.get(userId)].some((account) => account && isWaiting(account))) {
        lastSteps.set(userId, step);
        recoveryCodes.set(userId, new Set(recoveryHashes));
      }
      return changeWithRow(userId, isWaiting, { totpSecret: sealed, totpPending: null }, row);
    },
    resealTotp(userId, sealed, sealedAnew) {
      const { totpSecret, totpPending } = accounts.get(userId) ?? {};
      return change(userId, () => [totpSecret, totpPending].includes(sealed), {
        ...(totpSecret === sealed && { totpSecret: sealedAnew }),
        ...(totpPending === sealed && { totpPending: sealedAnew }),
      });
    },
    listSealedBefore(kid, afterId, limit) {
      const isOld = (sealed: string | null) => sealed !== null && !sealed.startsWith(`${kid}.`);
      const found = [...accounts.values()]
        .filter(
          ({ id, totpSecret, totpPending }) => id > afterId && (isOld(totpSecret) || isOld(totpPending)),
        )
        .toSorted((left, right) => (left.id < right.id ? -1 : 1));
      return Promise.resolve(
        found.slice(0, limit).map(({ id, totpSecret, totpPending }) => ({ id, totpSecret, totpPending })),
      );
    },
    removeTotp(userId, row) {
      if (accounts.get(userId)?.totpSecret !== null) recoveryCodes.delete(userId);
      return changeWithRow(
        userId,
        ({ totpSecret }) => totpSecret !== null,
        { totpSecret: null, totpPending: null },
        row,
      );
    },
    setStatus(userId, { status, ...voiding }) {
      const precondition = (account: Account) =>
        account.status !== 'deleted' && account.status !== status && !isLastRoot(account);
      return voidSignIns(userId, precondition, { status }, voiding);
    },
    setKind(userId, { kind, ...voiding }) {
      const precondition = (account: Account) =>
        account.status === 'active' &&
        account.emailVerifiedAt !== null &&
        account.kind !== kind &&
        !isLastRoot(account);
      return voidSignIns(userId, precondition, { kind }, voiding);
    },
    putPassword: (userId, passwordHash) =>
      void changeNow(userId, () => true, {
        passwordHash,
        firstPasswordUntil: null,
      }),
    search(filters, plan) {
      const rows = [...accounts.values()].filter((account) => {
        const createdAtMs = createdAts.get(account.id)?.getTime() ?? 0;
        return fitsFilters(account, memberships.get(account.id) ?? [], createdAtMs, filters);
      });
      const listed = rows.map((account): ListedAccount => ({
        ...account,
        hasTotp: account.totpSecret !== null,
        orgCount: memberships.get(account.id)?.length ?? 0,
        lastLoginAt: lastLogins.get(account.id) ?? null,
        createdAt: createdAts.get(account.id) ?? new Date(0),
      }));
      const keyOf = ({ id, createdAt }: ListedAccount) => ({ createdAtMs: createdAt.getTime(), id });
      return Promise.resolve(slicePage(listed, plan, keyOf));
    },
    look: (userId) => ({
      account: accounts.get(userId),
      orgIds: (memberships.get(userId) ?? []).map(({ orgId }) => orgId),
    }),
  };
}
