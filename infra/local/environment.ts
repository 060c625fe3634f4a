import { internalUrlOf } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { mapServices, type ServiceName } from './service-list.ts';

export interface Urls {
  readonly sso: string;
  readonly userApi: string;
  readonly drop: string;
}

export type Environment = Record<string, string>;

export interface EnvironmentPlan {
  ports: Record<ServiceName, number>;
  databaseUrls: Record<ServiceName, string>;
  redisUrl: string;
  /** Of the mail server; no mail is sent without it. */
  mailUrl?: string;
  secrets: Secrets;
  /** The addresses that callers get, where it is not what the services listen on. */
  publicUrls?: Urls;
  /** Added to, or put in place of, a service's own. */
  overrides?: Partial<Record<ServiceName, Environment>>;
}

/** The public addresses of a stack on this machine. */
export function makeUrls(ports: Record<ServiceName, number>): Urls {
  return {
    sso: `http://localhost:${ports.sso}`,
    userApi: `http://localhost:${ports['user-api']}`,
    drop: `http://localhost:${ports.drop}`,
  };
}

/**
 * The whole environment of each service of a local stack: its settings over the caller's own variables, so that PATH
 * and switches such as HEADER_AUTH pass. Source: contract part 4.
 */
export function makeEnvironments(plan: EnvironmentPlan): Record<ServiceName, Environment> {
  const { ports, databaseUrls, redisUrl, mailUrl, secrets, overrides = {} } = plan;
  const callUrls = makeUrls(ports);
  const urls = plan.publicUrls ?? callUrls;
  return mapServices(({ name }) => ({
    ...inheritedEnvironment(),
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    PORT: String(ports[name]),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrls[name],
    REDIS_URL: redisUrl,
    IDENTITY_ISSUER: urls.sso,
    SSO_URL: urls.sso,
    USER_API_URL: urls.userApi,
    DROP_URL: urls.drop,
    SSO_CALL_URL: callUrls.sso,
    USER_API_CALL_URL: callUrls.userApi,
    DROP_CALL_URL: callUrls.drop,
    TRUST_PROXY: 'loopback',
    // No proxy is in front of the local stack.
    STOP_PAUSE_SECONDS: '0',
    // A demo, a test and a benchmark do with one account what thousands of people do.
    PRINCIPAL_MAX_FAMILIES: '0',
    DEVICE_APPROVALS_PER_HOUR: '0',
    PRINCIPAL_MAX_SESSIONS: '0',
    PRINCIPAL_WRITES_PER_MINUTE: '0',
    PRINCIPAL_SIGN_INS_PER_MINUTE: '0',
    APP_TOKENS_PER_MINUTE: '0',
    SIGNUP: 'open',
    SECURITY_CONTACT: 'mailto:security@latchkey.test',
    AUDIENCE_NAMES: JSON.stringify({ [urls.userApi]: 'Latchkey accounts', [urls.drop]: 'Latchkey secrets' }),
    ...(name === 'drop' && { USER_API_INTERNAL_URL: internalUrlOf(callUrls.userApi) }),
    SERVICE_MASTER_KEY: secrets.serviceKeys[name],
    ...callersOf(name, secrets),
    CURSOR_KEYS: secrets.cursorKeys,
    SEALING_KEYS: secrets.sealingKeys,
    STATE_KEYS: secrets.stateKeys,
    LINK_KEYS: secrets.linkKeys,
    ...(mailUrl && { MAIL_URL: mailUrl, MAIL_FROM: 'Latchkey <no-reply@latchkey.test>' }),
    SIGNING_KEYS_FILE: secrets.signingKeysFile,
    ...overrides[name],
  }));
}

/** Whom a service admits to its internal routes; drop has none. */
const admitted: Record<ServiceName, readonly ServiceName[]> = {
  sso: ['user-api', 'drop'],
  'user-api': ['sso', 'drop'],
  drop: [],
};

function callersOf(name: ServiceName, { serviceKeys }: Secrets): Environment {
  const pairs = admitted[name].map((caller) => `${caller}:${serviceKeys[caller]}`);
  return pairs.length === 0 ? {} : { SERVICE_CALLERS: pairs.join(',') };
}

function inheritedEnvironment(): Environment {
  const defined = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(defined);
}
