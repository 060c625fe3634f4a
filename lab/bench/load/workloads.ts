import {
  approvedDevices,
  createIssuers,
  createTokenStock,
  isPackage,
  redeem,
  redeemCode,
  refresh,
  startDevices,
  type Issuer,
  type Tokens,
  type TokenStock,
} from './issuers.ts';
import type { Side, Workload } from './measure-workload.ts';
import { cli, fill, form, json, passphrase, payload, scope, scopeWithoutOpenid } from './request.ts';
import { collect } from './send-load.ts';
import { loginRequest, mintRelays, openSessions } from './sessions.ts';
import {
  always,
  bareSide,
  expressSide,
  peerSide,
  pollAgain,
  race,
  repeat,
  sendOnce,
  serviceSide,
  type PeerAims,
} from './sides.ts';
import type { Place } from './start-place.ts';

/** How many of each are prepared for a round, where a request can be sent once only. */
export const prepared = { polls: 4_000, pickups: 3_000, drops: 4_000, slow: 200, races: 50, clients: 1_000 };
const introspections = 200;

/** All workloads, in the order in which they share what they make. */
export function listWorkloads(place: Place): Workload[] {
  const issuers = createIssuers(place);
  const stock = createTokenStock();
  return [
    ...listDeviceFlow(place, issuers),
    ...listTokens(place, issuers, stock),
    ...listDrops(place, issuers, stock),
    ...listAccounts(place),
  ];
}

type Issuers = ReturnType<typeof createIssuers>;

function listDeviceFlow({ ports, peerPorts }: Place, [sso, ...peers]: Issuers): Workload[] {
  const start = ({ port, start: request }: Issuer) => always(repeat(port, [request]));
  const poll = ({ port, start: request }: Issuer) =>
    pollAgain(port, () => startDevices(port, request, prepared.polls));
  const durable = always(repeat(peerPorts.express, [form('/issue-durable', { ...cli, scope })]));
  return [
    {
      name: 'hello',
      sides: [
        serviceSide('sso', always(repeat(ports.sso, [json('/hello', {})]))),
        expressSide('Express 5 echo', always(repeat(peerPorts.express, [json('/echo', {})])), 0.6),
      ],
    },
    {
      name: 'device_authorization',
      sides: [
        serviceSide('sso', start(sso)),
        ...peers.map((peer) => peerSide(peer, start(peer), { durable: 1.8, stretch: 1.2 })),
        expressSide('Express + Lua + INSERT', durable),
      ],
    },
    {
      name: 'pending poll',
      sides: [
        serviceSide('sso', poll(sso)),
        ...peers.map((peer) => peerSide(peer, poll(peer), { durable: 2, stretch: 1.4 })),
      ],
    },
  ];
}

function listTokens({ secrets }: Place, [sso, ...peers]: Issuers, stock: TokenStock): Workload[] {
  const redeemAll = (make: (issuer: Issuer) => Promise<Buffer[]>) => (issuer: Issuer) => async () =>
    sendOnce(issuer.port, await make(issuer), (status, body) => {
      if (status !== 200) return false;
      const tokens = JSON.parse(body) as Tokens;
      stock.add(issuer, tokens);
      return isPackage(tokens) && 'id_token' in tokens;
    });
  const pickUp = redeemAll(async (issuer) => (await approvedDevices(issuer, prepared.pickups)).map(redeem));
  const redeemCodes = redeemAll(async ({ allow }) => (await allow()).map(redeemCode));
  const refreshAll = (scopeOf: (issuer: Issuer) => string | undefined) => (issuer: Issuer) => async () => {
    const list = await stock.atLeast(issuer, prepared.pickups);
    const requests = list.slice(0, prepared.pickups).map((tokens) => refresh(tokens, scopeOf(issuer)));
    return sendOnce(issuer.port, requests, (status, body, number) => {
      if (status !== 200) return false;
      list[number] = JSON.parse(body) as Tokens;
      return isPackage(list[number]);
    });
  };
  const introspect = (issuer: Issuer) => async () => {
    const list = (await stock.atLeast(issuer, introspections)).slice(0, introspections);
    const requests = list.map(({ refresh_token: token }) => form(issuer.introspectPath, { ...cli, token }));
    return repeat(issuer.port, requests, (status, body) => status === 200 && body.includes('"active":true'));
  };
  const redeemAtOnce = (issuer: Issuer) => async () => {
    const requests = (await approvedDevices(issuer, prepared.races)).map(redeem);
    return race(issuer.port, requests, { losers: [400], mustBeOne: issuer === sso });
  };
  const sides = (prepare: (issuer: Issuer) => Side['prepare'], aims?: PeerAims) => [
    serviceSide('sso', prepare(sso), 'user-api'),
    ...peers.map((peer) => peerSide(peer, prepare(peer), aims)),
  ];
  const signatures = (unitsPerRequest: number) =>
    bareSide(`${unitsPerRequest} RS512, one thread`, 'signature', {
      keysFile: secrets.signingKeysFile,
      unitsPerRequest,
    });
  // A peer signs an ID token at each refresh that does not leave openid out, sso at each that names it.
  const withoutIdToken = refreshAll((issuer) => (issuer === sso ? undefined : scopeWithoutOpenid));
  const withIdToken = refreshAll((issuer) => (issuer === sso ? scope : undefined));
  return [
    { name: 'pickup', sides: [...sides(pickUp, { durable: 1.3, stretch: 0.9 }), signatures(2)] },
    { name: 'code redemption', sides: [...sides(redeemCodes), signatures(2)] },
    {
      name: 'refresh, one signature',
      sides: [...sides(withoutIdToken, { durable: 1.8, stretch: 1.2 }), signatures(1)],
    },
    { name: 'refresh, two signatures', sides: [...sides(withIdToken), signatures(2)] },
    { name: 'introspect a refresh token', sides: sides(introspect, { durable: 2.3, stretch: 1.4 }) },
    { name: 'race: 16 pickups of one code', sides: sides(redeemAtOnce) },
  ];
}

function listDrops({ ports, peerPorts }: Place, [sso]: Issuers, stock: TokenStock): Workload[] {
  const stored = { payload, ttl: 3_600 };
  const isTaken = (status: number, body: string) => status === 200 && body.includes(payload);
  const tokenOf = async () => (await stock.atLeast(sso, 1))[0]?.access_token ?? '';
  const storeDrops = async (count: number, more: object = {}) => {
    const requests = fill(count, json('/v1/drop/store', { ...stored, ...more }, await tokenOf()));
    return (await collect<{ data: { id: string; key: string } }>(ports.drop, requests)).map(
      ({ data }) => data,
    );
  };
  const consumeDrops = async (count: number, more: { key?: string } = {}) => {
    const [drops, token] = [await storeDrops(count, more), await tokenOf()];
    return drops.map(({ id, key }) => json('/v1/drop/consume', { id, key, ...more }, token));
  };
  const consumeFloor = async () => {
    const drops = await collect<{ id: string }>(
      peerPorts.express,
      fill(prepared.drops, json('/store', { payload })),
    );
    const requests = drops.map(({ id }) => json('/consume', { id }));
    return sendOnce(peerPorts.express, requests, isTaken);
  };
  const floorStore = always(repeat(peerPorts.express, [json('/store', { payload })]));
  return [
    {
      name: 'drop store, 1 KB',
      sides: [
        serviceSide('drop', async () =>
          repeat(ports.drop, [json('/v1/drop/store', stored, await tokenOf())]),
        ),
        expressSide('Express + INSERT', floorStore, 0.6),
      ],
    },
    {
      name: 'drop consume, server key',
      sides: [
        serviceSide('drop', async () => sendOnce(ports.drop, await consumeDrops(prepared.drops), isTaken)),
        expressSide('Express + UPDATE', consumeFloor, 0.68),
      ],
    },
    {
      name: 'race: 16 takers of one drop',
      sides: [
        serviceSide('drop', async () =>
          race(ports.drop, await consumeDrops(prepared.races), { losers: [409, 410], mustBeOne: true }),
        ),
      ],
    },
    {
      name: 'drop consume, passphrase',
      sides: [
        serviceSide('drop', async () =>
          sendOnce(ports.drop, await consumeDrops(prepared.slow, { key: passphrase }), isTaken),
        ),
        bareSide('argon2id 19 MiB, 2 threads', 'passphrase', { aim: 0.85 }),
      ],
    },
  ];
}

function listAccounts(place: Place): Workload[] {
  const { people, ports, peerPorts } = place;
  let opened: Promise<string[]> | undefined;
  /** Access tokens of people who have signed in; the first of them owns many clients. */
  const sessions = () => (opened ??= openSessions(place, 32, prepared.clients));
  const login = async (round: number) => {
    const relays = await mintRelays(place, prepared.slow);
    const requests = relays.flatMap((relay, index) => {
      const person = people[(round * prepared.slow + index) % people.length];
      return person === undefined ? [] : loginRequest(relay, person);
    });
    return sendOnce(ports['user-api'], requests);
  };
  const asEach = (port: number, make: (token: string) => Buffer) => async () =>
    repeat(port, (await sessions()).map(make));
  const asOwner = (port: number, make: (token: string) => Buffer) => async () =>
    repeat(port, (await sessions()).slice(0, 1).map(make));
  const floor = 'Express + RS512 + 1 SELECT';
  return [
    {
      name: 'user login',
      sides: [
        serviceSide('user-api', login, 'sso'),
        bareSide('argon2id 46 MiB, 2 threads', 'login', { aim: 0.7 }),
      ],
    },
    {
      name: 'session/me',
      sides: [
        serviceSide(
          'user-api',
          asEach(ports['user-api'], (token) => json('/session/me', { token })),
        ),
        expressSide(
          floor,
          asEach(peerPorts.express, (token) => json('/me', {}, token)),
          0.8,
        ),
      ],
    },
    {
      name: `clients search, page 1 of ${prepared.clients}`,
      sides: [
        serviceSide(
          'user-api',
          asOwner(ports['user-api'], (token) => json('/oauth/clients/search', { token })),
        ),
        expressSide(
          floor,
          asOwner(peerPorts.express, (token) => json('/clients', {}, token)),
          0.85,
        ),
      ],
    },
  ];
}
