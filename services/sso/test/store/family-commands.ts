import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  copyWorld,
  dayMs,
  judge,
  predict,
  type Act,
  type Refresh,
  type Wish,
  type World,
} from './family-model.ts';
import { granted, type FamilyService } from './family-service.ts';
import {
  change,
  changePassword,
  onFamily,
  open,
  wait,
  waitFor,
  type Command,
  type Family,
} from './family-steps.ts';

const [api, drop] = granted.audience as [string, string];
const atApi = { scope: granted.scope, audience: [api] };

const wishes: readonly Wish[] = [
  { ...granted, name: 'all', input: {} },
  { ...granted, name: 'email', input: { scope: 'email' }, scope: 'email' },
  { ...atApi, name: 'api', input: { aud: [api] } },
  { ...atApi, name: 'api twice', input: { resource: [api, api] } },
  { name: 'openid at drop', input: { scope: 'openid', aud: [drop] }, scope: 'openid', audience: [drop] },
  { ...granted, name: 'groups', input: { scope: 'email groups' }, wider: 'widerScope' },
  { ...granted, name: 'elsewhere', input: { aud: [api, 'https://other.test'] }, wider: 'widerTarget' },
];

/** How far back from the newest. */
const back = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const wish = fc.oneof(
  { weight: 3, arbitrary: fc.constant(wishes[0]!) },
  { weight: 2, arbitrary: fc.constantFrom(...wishes) },
);
const part = fc.constantFrom('own', 'own', 'own', 'own', 'own', 'own', 'own', 'other', 'missing');
const owner = { token: 'own', chain: 'own', link: 'own', clientId: 'demo-cli' } as const;
const asOwner = wish.map((one) => ({ ...owner, wish: one }));
const asAnybody = fc.record({
  token: part,
  chain: part,
  link: part,
  clientId: fc.constantFrom('demo-cli', 'demo-cli', 'demo-cli', 'demo-rp'),
  wish,
}) as fc.Arbitrary<Omit<Refresh, 'index'>>;

const indexOf = ({ packages }: Family, age: number) => Math.max(0, packages.length - 1 - age);

async function runRefresh(world: World, service: FamilyService, family: Family, act: Refresh): Promise<void> {
  service.seen.add(predict(world, family, act));
  const answer = await service.perform(world, family, act);
  const { actual, expected } = judge(world, family, act, answer);
  expect(actual).toEqual(expected);
}

const refresh = (which: number, age: number, as: Omit<Refresh, 'index'>) =>
  onFamily(`refresh ${which}, ${age} back, ${JSON.stringify(as)}`, which, (world, service, family) =>
    runRefresh(world, service, family, { ...as, index: indexOf(family, age) }),
  );

/** Presents the token before the current one just as it was presented last. */
const repeat = (which: number) =>
  onFamily(`repeat ${which}`, which, (world, service, family) => {
    const index = indexOf(family, 1);
    const same = wishes.find(({ name }) => name === family.spent[index]?.wish) ?? wishes[0]!;
    return runRefresh(world, service, family, { ...owner, wish: same, index });
  });

const beside = (which: number, age: number, first: Omit<Refresh, 'index'>, other: typeof first | 'revoke') =>
  onFamily(
    `beside each other on ${which}: ${JSON.stringify([first, age, other])}`,
    which,
    (world, service, family) => {
      const act = { ...first, index: indexOf(family, 0) };
      const second = other === 'revoke' ? other : { ...other, index: indexOf(family, age) };
      return runBeside(world, service, family, [act, second]);
    },
  );

const revoke = (which: number) =>
  onFamily(`revoke ${which}`, which, async (world, service, family) => {
    const { actual, expected } = judge(
      world,
      family,
      'revoke',
      await service.perform(world, family, 'revoke'),
    );
    expect(actual).toEqual(expected);
  });

/** Two at once have to come out as the one after the other would, in either order. */
async function runBeside(
  world: World,
  service: FamilyService,
  family: Family,
  acts: readonly [Act, Act],
): Promise<void> {
  const answers = await Promise.all(acts.map((act) => service.perform(world, family, act)));
  const orders = (
    [
      [0, 1],
      [1, 0],
    ] as const
  ).map((order) => {
    const after = copyWorld(world);
    const copy = after.families[world.families.indexOf(family)]!;
    const judged = order.map((index) => judge(after, copy, acts[index], answers[index]!));
    return { after, judged };
  });
  const fits = orders.find(({ judged }) =>
    judged.every(({ actual, expected }) => isDeepStrictEqual(actual, expected)),
  );
  if (fits === undefined) expect(orders.map(({ judged }) => judged)).toBe('one of which holds');
  else Object.assign(world, fits.after);
}

const owners = fc.tuple(back, asOwner);
const pairs = fc.tuple(back, back, asOwner, fc.oneof(asOwner, fc.constant('revoke' as const)));
/** Seldom past the end of a family, as there is little to see after it. */
const ends = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(back, fc.constant('grace' as const), fc.constantFrom(-1, 0)) },
  {
    weight: 2,
    arbitrary: fc.tuple(back, fc.constantFrom('idle', 'absolute'), fc.constantFrom(-1, -1, -1, 0)),
  },
);

const opens = fc.constantFrom(0, 300_000).map(open);
const refreshes = owners.map(([which, as]) => refresh(which, 0, as));
const repeats = back.map((which) => repeat(which));
const reuses = owners.map(([which, as]) => refresh(which, 1, as));
const strikes = owners.map(([which, as]) => refresh(which, 0, { ...as, link: 'other' }));
const attempts = fc.tuple(back, back, asAnybody).map((all) => refresh(...all));
const races = pairs.map((all) => beside(...all));
const waits = ends.map(([which, end, offsetMs]) => waitFor(which, end, offsetMs));
const pauses = fc.constantFrom(1, 1000, 20_000, 29_999, dayMs).map(wait);
const losses = fc.constantFrom({ isActive: false }, { hasGrant: false }).map(change);
const returns = fc.constant(change({ isActive: true, hasGrant: true }));
const revocations = back.map(revoke);
const changes = fc.constantFrom(undefined, 0, 1).map(changePassword);

const mine = { ...owner, wish: wishes[0]! };

/** Leads one open family to every outcome, whatever the generator finds and however fast the machine is. */
export const everyOutcome: readonly Command[] = [
  refresh(0, 0, { ...mine, token: 'missing' }),
  refresh(0, 0, { ...mine, chain: 'missing' }),
  refresh(0, 0, { ...mine, link: 'missing' }),
  refresh(0, 0, { ...mine, token: 'other' }),
  refresh(0, 0, { ...mine, link: 'other' }),
  ...wishes.filter(({ wider }) => wider).map((one) => refresh(0, 0, { ...mine, wish: one })),
  refresh(0, 0, mine),
  repeat(0),
  change({ isActive: false }),
  refresh(0, 0, mine),
  change({ isActive: true }),
  refresh(0, 0, { ...mine, wish: wishes[1]! }),
  refresh(0, 1, mine),
];

/** In the proportions that bring families far and end them in every way. */
export const familyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: opens },
  { weight: 16, arbitrary: refreshes },
  { weight: 8, arbitrary: repeats },
  { weight: 2, arbitrary: reuses },
  { weight: 6, arbitrary: strikes },
  { weight: 8, arbitrary: attempts },
  { weight: 8, arbitrary: races },
  { weight: 5, arbitrary: waits },
  { weight: 2, arbitrary: pauses },
  { weight: 2, arbitrary: losses },
  { weight: 8, arbitrary: returns },
  { weight: 1, arbitrary: revocations },
  { weight: 2, arbitrary: changes },
);
