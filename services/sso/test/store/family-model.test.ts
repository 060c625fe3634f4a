import fc from 'fast-check';
import { startMs } from '../device-request.ts';
import { database } from '../test-servers.ts';
import { everyOutcome, familyCommand } from './family-commands.ts';
import { outcomes, type World } from './family-model.ts';
import { createFamilyService } from './family-service.ts';
import { open } from './family-steps.ts';

function createWorld(graceMs: number, skewMs: number): World {
  return {
    nowMs: startMs,
    graceMs,
    isActive: true,
    hasGrant: true,
    tokensValidAfterMs: 0,
    skewMs,
    keptFamilyId: undefined,
    families: [],
    secrets: new Set(),
  };
}

async function eventsOf(chain: string): Promise<string[]> {
  const rows = await database.$queryRaw<{ type: string }[]>`
    select type from events where data->>'family_id' = ${chain} order by id`;
  return rows.map(({ type }) => type);
}

test('the refresh grant over Postgres comes to every outcome as the model says', async () => {
  const service = createFamilyService();
  const world = createWorld(30_000, 0);
  service.follow(world);
  await open(0).run(world, service);
  for (const step of everyOutcome) await step.run(world, service);
  expect([...service.seen].sort()).toEqual([...outcomes].sort());
});

test('the refresh grant over Postgres and the model agree on every act in any order', async () => {
  const commands = fc.commands([familyCommand], { maxCommands: 60, size: 'max' });
  const graceMs = fc.constantFrom(30_000, 30_000, 30_000, 0);
  const skewMs = fc.constantFrom(0, 300_000, -300_000);
  const service = createFamilyService();
  await fc.assert(
    fc.asyncProperty(commands, graceMs, skewMs, async (steps, window, skew) => {
      const world = createWorld(window, skew);
      service.follow(world);
      await open(0).run(world, service);
      await fc.asyncModelRun(() => ({ model: world, real: service }), steps);
      for (const { chain, events, told } of world.families) {
        expect(await eventsOf(chain)).toEqual(events);
        expect(service.toldOf(chain)).toEqual(told);
      }
    }),
    // The same acts on every machine, enough of them to meet each outcome many times.
    { numRuns: 60, seed: 20260707 },
  );
  expect([...service.seen].sort()).toEqual([...outcomes].sort());
});
