import { form } from '../load/request.ts';
import type { Run, Side, Workload } from '../measure/workload.ts';
import { cli } from '../place/data.ts';
import { approvedDevices, redeem, type Issuer, type Tokens } from '../place/issuers.ts';
import { withSqlSide } from '../statements/sql-side.ts';
import { peerSide } from './device-flow.ts';
import { bareSide, race, repeat, sendOnce, type Bench } from './sides.ts';

const both = { services: ['sso', 'user-api'], repeats: false } as const;

/** An access token and an ID token are two signatures. */
const twoSignatures = ({ place }: Bench) =>
  bareSide('two RS512, one thread', 'signature', {
    keysFile: place.secrets.signingKeysFile,
    unitsPerRequest: 2,
    isBudgetFloor: true,
  });

const ourSide = (prepare: Side['prepare']): Side => ({
  name: 'sso',
  kind: 'latchkey',
  processes: ['sso', 'user-api'],
  prepare,
});

const isPackage = (tokens: Partial<Tokens>) =>
  tokens.access_token?.split('.').length === 3 &&
  tokens.id_token !== undefined &&
  tokens.refresh_token !== undefined;

export function measurePickup(bench: Bench): Workload {
  const { place, issuers, sizes, stock } = bench;
  const [sso, ...peers] = issuers;
  const pickUp = (issuer: Issuer) => async () => {
    const codes = await approvedDevices(issuer, sizes.pickups);
    return sendOnce(issuer.port, codes.map(redeem), (status, body) => {
      if (status !== 200) return false;
      const tokens = JSON.parse(body) as Tokens;
      stock.add(issuer, tokens);
      return isPackage(tokens);
    });
  };
  return {
    name: 'pickup',
    group: 'sso',
    sides: [
      ...withSqlSide(place, ourSide(pickUp(sso)), both),
      ...peers.map((peer) => peerSide(peer, pickUp(peer), 1)),
      twoSignatures(bench),
    ],
  };
}

function refreshForm({ refresh_token: token, binding_chain: chain, binding_link: link }: Tokens): Buffer {
  const binding =
    chain === undefined || link === undefined ? {} : { binding_chain: chain, binding_link: link };
  return form('/token', { ...cli, grant_type: 'refresh_token', refresh_token: token, ...binding });
}

export function measureRefresh(bench: Bench): Workload {
  const { place, issuers, sizes, stock } = bench;
  const [sso, ...peers] = issuers;
  const refresh = (issuer: Issuer) => async (): Promise<Run> => {
    const list = await stock.atLeast(issuer, sizes.pickups);
    const requests = list.slice(0, sizes.pickups).map(refreshForm);
    return sendOnce(issuer.port, requests, (status, body, number) => {
      if (status !== 200) return false;
      list[number] = JSON.parse(body) as Tokens;
      return isPackage(list[number]);
    });
  };
  return {
    name: 'refresh',
    group: 'sso',
    sides: [
      ...withSqlSide(place, ourSide(refresh(sso)), both),
      ...peers.map((peer) => peerSide(peer, refresh(peer), 1)),
      twoSignatures(bench),
    ],
  };
}

const introspections = 200;

function introspect({ stock }: Bench, token: (tokens: Tokens) => string) {
  return (issuer: Issuer) => async () => {
    const list = (await stock.atLeast(issuer, introspections)).slice(0, introspections);
    const requests = list.map((tokens) => form(issuer.introspectPath, { ...cli, token: token(tokens) }));
    return repeat(issuer.port, requests, (status, body) => status === 200 && body.includes('"active":true'));
  };
}

export function measureIntrospection(bench: Bench): Workload {
  const [sso, ...peers] = bench.issuers;
  const prepare = introspect(bench, ({ refresh_token: token }) => token);
  return {
    name: 'introspect a refresh token',
    group: 'sso',
    sides: [
      ...withSqlSide(bench.place, ourSide(prepare(sso)), { ...both, repeats: true }),
      ...peers.map((peer) => peerSide(peer, prepare(peer), 1, { isBudgetFloor: true })),
    ],
  };
}

export function measureAccessIntrospection(bench: Bench): Workload {
  const prepare = introspect(bench, ({ access_token: token }) => token);
  return {
    name: 'introspect an access token',
    group: 'sso',
    sides: withSqlSide(bench.place, ourSide(prepare(bench.issuers[0])), {
      ...both,
      repeats: true,
      isBudgetFloor: true,
    }),
  };
}

/** Every code is redeemed by sixteen at once. */
export function racePickups({ issuers, sizes }: Bench): Workload {
  const [sso, ...peers] = issuers;
  const redeemAtOnce = (issuer: Issuer, mustBeOne: boolean) => async () =>
    race(issuer.port, (await approvedDevices(issuer, sizes.races)).map(redeem), { losers: [400], mustBeOne });
  return {
    name: 'race: 16 pickups of one code',
    group: 'sso',
    sides: [
      ourSide(redeemAtOnce(sso, true)),
      ...peers.map((peer) => ({
        name: peer.name,
        kind: 'peer' as const,
        processes: [peer.name],
        prepare: redeemAtOnce(peer, false),
      })),
    ],
  };
}
