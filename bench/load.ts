import {
  demo,
  fromNetwork,
  postForm,
  postJson,
  redeem,
  signInDevice,
  startDevice,
  type Urls,
} from '../infra/local/relying-party.ts';

/**
 * Measures one kind of request after another on a running stack. The floor is /hello of the same process: it does
 * everything that an endpoint does, except the endpoint's work. Usage: node bench/load.ts [requests] [callers]
 */
const requests = Number(process.argv[2] ?? 2_000);
const callers = Number(process.argv[3] ?? 16);
const urls: Urls = {
  sso: process.env['SSO_URL'] ?? 'http://localhost:4001',
  userApi: process.env['USER_API_URL'] ?? 'http://localhost:4002',
  drop: process.env['DROP_URL'] ?? 'http://localhost:4003',
};

type Act = (number: number) => Promise<{ status: number }>;

interface Figures {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

async function measure(act: Act, count: number): Promise<Figures> {
  const durations: number[] = [];
  let next = 0;
  const call = async () => {
    for (let number = next++; number < count; number = next++) {
      const startedAt = performance.now();
      const { status } = await act(number);
      if (status !== 200 && status !== 400) throw new Error(`request ${number} answered ${status}`);
      durations.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: count / seconds, medianMs: at(0.5), p99Ms: at(0.99) };
}

async function report(name: string, act: Act, floor?: Figures): Promise<Figures> {
  const figures = await measure(act, requests);
  const share = floor
    ? `${((100 * figures.perSecond) / floor.perSecond).toFixed(0)} % of the floor`
    : 'floor';
  const { perSecond, medianMs, p99Ms } = figures;
  const columns = [
    name.padEnd(34),
    perSecond.toFixed(0).padStart(6),
    medianMs.toFixed(1).padStart(8),
    p99Ms.toFixed(1).padStart(8),
  ];
  console.log(`${columns.join('')}   ${share}`);
  return figures;
}

const hello = (url: string) => () => postJson(`${url}/hello`, {});

console.log(`${requests} requests by ${callers} callers\n${''.padEnd(34)} req/s  p50 ms  p99 ms`);
const { access_token: token } = await signInDevice(urls, demo.cli, { scope: 'openid clients' });

// A process answers its first requests slowly, so they are not measured.
for (const url of [urls.sso, urls.userApi, urls.drop]) await measure(hello(url), Math.ceil(requests / 4));

const sso = await report('sso      /hello', hello(urls.sso));
const devices = await Promise.all(Array.from({ length: callers }, () => startDevice(urls)));
await report(
  'sso      /device_authorization',
  (number) => postForm(`${urls.sso}/device_authorization`, { client_id: 'demo-cli' }, fromNetwork(number)),
  sso,
);
await report(
  'sso      /token, pending',
  (number) => redeem(urls, devices[number % callers]?.device_code ?? ''),
  sso,
);

const userApi = await report('user-api /hello', hello(urls.userApi));
await report('user-api /session/me', () => postJson(`${urls.userApi}/session/me`, { token }), userApi);
await report(
  'user-api /oauth/clients/search',
  () => postJson(`${urls.userApi}/oauth/clients/search`, { token }),
  userApi,
);

const drop = await report('drop     /hello', hello(urls.drop));
const stored: { id: string; key: string }[] = [];
await report(
  'drop     /v1/drop/store',
  async (number) => {
    const answer = await postJson(`${urls.drop}/v1/drop/store`, {
      token,
      payload: `payload ${number}`,
      ttl: 600,
    });
    stored.push(answer.body['data'] as { id: string; key: string });
    return answer;
  },
  drop,
);
await report(
  'drop     /v1/drop/consume',
  (number) => postJson(`${urls.drop}/v1/drop/consume`, { token, ...stored[number] }),
  drop,
);
