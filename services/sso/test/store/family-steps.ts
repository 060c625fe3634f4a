import { randomUUID } from 'node:crypto';
import { hashSecret } from '@latchkey/secrets';
import type fc from 'fast-check';
import { errors } from '../../src/errors.ts';
import {
  absoluteMs,
  describeTokens,
  expectTokens,
  findFault,
  idleMs,
  isLive,
  keepTokens,
  type World,
} from './family-model.ts';
import { granted, type FamilyService } from './family-service.ts';

export type Command = fc.AsyncCommand<World, FamilyService>;
export type Family = World['families'][number];

function command(
  name: string,
  check: Command['check'],
  run: (world: World, service: FamilyService) => Promise<void> | void,
): Command {
  return { check, run: async (world, service) => run(world, service), toString: () => name };
}

/** The newest comes first, and what is over after what is live. */
function choose(world: World, which: number): Family | undefined {
  const newest = [...world.families].reverse();
  const isOver = (family: Family) => !isLive(world, family);
  return [...newest.filter((family) => !isOver(family)), ...newest.filter(isOver)][which];
}

/** A command on one family; the store is held against the model after it. */
export function onFamily(
  name: string,
  which: number,
  run: (world: World, service: FamilyService, family: Family) => Promise<void>,
): Command {
  return command(
    name,
    ({ families }) => families.length > which,
    async (world, service) => {
      const before = choose(world, which)!;
      await run(world, service, before);
      const { chain, packages, idleEndMs, isRevoked } = world.families.find(
        (family) => family.chain === before.chain,
      )!;
      const { refresh_token, binding_link } = packages.at(-1)!;
      expect(await service.families.findById(chain)).toMatchObject({
        tokenHash: hashSecret(refresh_token),
        linkHash: hashSecret(binding_link),
        generation: packages.length - 1,
        idleExpiresAt: new Date(idleEndMs),
        revokedAt: isRevoked ? expect.any(Date) : null,
      });
    },
  );
}

export function open(pickupAfterMs: number): Command {
  return command(
    `open, picked up after ${pickupAfterMs} ms`,
    () => true,
    async (world, service) => {
      const approvedAtMs = world.nowMs;
      moveTo(world, service, approvedAtMs + pickupAfterMs);
      const answer = await service.redeem(randomUUID(), approvedAtMs, world.tokensValidAfterMs);
      if (!world.hasGrant)
        return expect(answer).toMatchObject({ refused: { code: errors.unauthorizedClient.code } });
      if (!world.isActive) return expect(answer).toEqual({ refused: errors.accountInactive });
      if (!('tokens' in answer)) throw new Error(`redeeming answered ${JSON.stringify(answer)}`);
      const { tokens } = answer;
      const family = {
        chain: tokens.binding_chain,
        seenMs: world.tokensValidAfterMs,
        absoluteEndMs: approvedAtMs + absoluteMs,
        idleEndMs: world.nowMs + idleMs,
        strikes: 0,
        isRevoked: false,
        packages: [],
        spent: [],
        events: ['device.redeemed'],
        told: [],
      };
      expect(world.families.map(({ chain }) => chain)).not.toContain(family.chain);
      expect(describeTokens(world, tokens)).toEqual(expectTokens(world, family, granted));
      keepTokens(world, family, tokens);
      world.families.push(family);
    },
  );
}

function moveTo(world: World, service: FamilyService, nowMs: number): void {
  world.nowMs = nowMs;
  service.follow(world);
}

export const wait = (ms: number) =>
  command(
    `wait ${ms} ms`,
    () => true,
    (world, service) => moveTo(world, service, world.nowMs + ms),
  );

/** Moves the clock to the end of something, or a millisecond before it. */
export function waitFor(which: number, end: 'grace' | 'idle' | 'absolute', offsetMs: number): Command {
  const find = (world: World) => {
    const { graceMs } = world;
    const family = choose(world, which);
    if (family === undefined) return 0;
    const graceEndMs = (family.spent.at(-1)?.atMs ?? 0) + graceMs;
    const ends = { grace: graceEndMs, idle: family.idleEndMs, absolute: family.absoluteEndMs };
    return ends[end] + offsetMs;
  };
  return command(
    `wait for the ${end} end of ${which} ${offsetMs}`,
    (world) => find(world) > world.nowMs,
    (world, service) => moveTo(world, service, find(world)),
  );
}

export const change = (changes: Partial<World>) =>
  command(
    JSON.stringify(changes),
    () => true,
    (world, service) => service.follow(Object.assign(world, changes)),
  );

/** Ends the families that were there before now, but the one that it is done with where one is. */
export const changePassword = (which?: number) =>
  command(
    `change the password with ${which ?? 'a session'}`,
    () => true,
    (world, service) => {
      const family = which === undefined ? undefined : choose(world, which);
      const isGood = family && isLive(world, family) && findFault(world, family) === undefined;
      const keptFamilyId = isGood ? family.chain : undefined;
      const tokensValidAfterMs = Math.max(world.nowMs + world.skewMs, world.tokensValidAfterMs + 1);
      service.follow(Object.assign(world, { tokensValidAfterMs, keptFamilyId }));
    },
  );
