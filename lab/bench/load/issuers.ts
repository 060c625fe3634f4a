import { app, cli, deviceGrant, fill, form, scope } from './request.ts';
import { collect } from './send-load.ts';
import type { Place } from './start-place.ts';

/** What a token endpoint answers, as far as it is used. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  /** sso alone binds refresh tokens to a chain. */
  readonly binding_chain?: string;
  readonly binding_link?: string;
}

/** sso or a peer of it, with the requests of both roads as it takes them. */
export interface Issuer {
  readonly name: 'sso' | 'oidc-provider, Redis' | 'oidc-provider, PostgreSQL';
  /** Whether what it answered outlives a crash. */
  readonly isDurable: boolean;
  readonly port: number;
  readonly start: Buffer;
  readonly introspectPath: string;
  approve(deviceCodes: readonly string[]): Promise<void>;
  /** Codes that an app may redeem, as many as can be within the minute that they live. */
  allow(): Promise<string[]>;
}

const liveCodes = 2_000;

export function createIssuers({
  ports,
  peerPorts,
  approve,
  allow,
}: Place): [sso: Issuer, ...peers: Issuer[]] {
  const peer = (name: Issuer['name'], port: number): Issuer => ({
    name,
    isDurable: name.endsWith('PostgreSQL'),
    port,
    start: form('/device/auth', { ...cli, scope, resource: 'http://api.bench.test' }),
    introspectPath: '/token/introspection',
    approve: async (deviceCodes) => void (await order(port, '/approve', deviceCodes)),
    allow: async () => (await order(port, '/authorize-code', liveCodes)) as string[],
  });
  return [
    {
      name: 'sso',
      isDurable: true,
      port: ports.sso,
      start: form('/device_authorization', { ...cli, scope }),
      introspectPath: '/introspect',
      approve,
      allow: () => allow(liveCodes),
    },
    peer('oidc-provider, Redis', peerPorts.oidcRedis),
    peer('oidc-provider, PostgreSQL', peerPorts.oidcPostgres),
  ];
}

/** What a peer does in place of its pages. */
async function order(port: number, path: string, what: unknown): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(what),
  });
  if (!response.ok) throw new Error(`The peer answers ${path} with ${response.status}.`);
  return response.json();
}

export async function startDevices(port: number, start: Buffer, count: number): Promise<string[]> {
  const answers = await collect<{ device_code: string }>(port, fill(count, start));
  return answers.map(({ device_code: code }) => code);
}

export function redeem(deviceCode: string): Buffer {
  return form('/token', { ...cli, grant_type: deviceGrant, device_code: deviceCode });
}

export function redeemCode(code: string): Buffer {
  return form('/token', { ...cli, grant_type: 'authorization_code', code, ...app });
}

export async function approvedDevices({ port, start, approve }: Issuer, count: number): Promise<string[]> {
  const codes = await startDevices(port, start, count);
  await approve(codes);
  return codes;
}

/** Token packages of an issuer: what workloads have made, and more where they are too few. */
export function createTokenStock() {
  const stock = new Map<Issuer, Tokens[]>();
  const listOf = (issuer: Issuer): Tokens[] => {
    const list = stock.get(issuer) ?? [];
    stock.set(issuer, list);
    return list;
  };
  return {
    add: (issuer: Issuer, tokens: Tokens) => void listOf(issuer).push(tokens),
    async atLeast(issuer: Issuer, count: number): Promise<Tokens[]> {
      const list = listOf(issuer);
      if (list.length < count) {
        const codes = await approvedDevices(issuer, count - list.length);
        list.push(...(await collect<Tokens>(issuer.port, codes.map(redeem))));
      }
      return list;
    },
  };
}
export type TokenStock = ReturnType<typeof createTokenStock>;

/** Whether a token endpoint has answered all tokens. */
export const isPackage = (tokens: Partial<Tokens>) =>
  tokens.access_token?.split('.').length === 3 && tokens.refresh_token !== undefined;

export function refresh(tokens: Tokens, scopeAsked?: string): Buffer {
  const { refresh_token: token, binding_chain: chain, binding_link: link } = tokens;
  const binding =
    chain === undefined || link === undefined ? {} : { binding_chain: chain, binding_link: link };
  const asked = scopeAsked === undefined ? {} : { scope: scopeAsked };
  return form('/token', { ...cli, grant_type: 'refresh_token', refresh_token: token, ...binding, ...asked });
}
