import type { ConfigSchema } from './config-schema.ts';

type Values = Record<string, unknown>;

/** The internal listener of a service is this far above its public one, unless configured otherwise. */
const internalPortStep = 100;
const highestPort = 65_535;

/** What a variable is made from where it is not given, in the order in which they are made. */
const sources: Readonly<Record<string, { readonly from: string; make(text: string): unknown }>> = {
  INTERNAL_HOST: { from: 'HOST', make: (host) => host },
  INTERNAL_PORT: { from: 'PORT', make: (port) => internalPortOf(Number(port)) },
  SSO_CALL_URL: { from: 'SSO_URL', make: (url) => url },
  SSO_INTERNAL_URL: { from: 'SSO_CALL_URL', make: internalUrlOf },
  USER_API_CALL_URL: { from: 'USER_API_URL', make: (url) => url },
  USER_API_INTERNAL_URL: { from: 'USER_API_CALL_URL', make: internalUrlOf },
  DROP_CALL_URL: { from: 'DROP_URL', make: (url) => url },
};

/** The variable that another one is made from, whose own complaint says all; '' for any other. */
export function sourceOf(name: string): string {
  return sources[name]?.from ?? '';
}

/**
 * Fills in what follows from other variables, where the schema has it, and takes the slashes off the ends of addresses.
 * The issuer stays as it is written. Outside production an X_INTERNAL_URL is X_CALL_URL with a port that is 100 higher;
 * in production it must be given (contract part 0 "Service-to-service calls").
 */
export function completeValues(
  { properties }: ConfigSchema,
  values: Values,
  { production }: { production: boolean },
): Values {
  for (const name of Object.keys(properties).filter(isAddress)) {
    const url = values[name];
    if (typeof url === 'string') values[name] = withoutSlashes(url);
  }
  for (const [name, { from, make }] of Object.entries(sources)) {
    const isMade = name in properties && !(production && name.endsWith('_INTERNAL_URL'));
    const given = values[from] ?? properties[from]?.default;
    if (isMade && isText(given)) values[name] ??= make(String(given));
  }
  return values;
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether a variable is an address of a service, and not of a database. */
function isAddress(name: string): boolean {
  return /^(SSO|USER_API|DROP)_(CALL_|INTERNAL_)?URL$/.test(name);
}
function withoutSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

function internalPortOf(port: number): number | undefined {
  const internal = port === 0 ? 0 : port + internalPortStep;
  return Number.isInteger(internal) && internal <= highestPort ? internal : undefined;
}

function internalUrlOf(callUrl: string): string | undefined {
  const url = URL.parse(callUrl);
  if (url === null) return undefined;
  const port = internalPortOf(Number(url.port || (url.protocol === 'https:' ? 443 : 80)));
  if (port === undefined) return undefined;
  url.port = String(port);
  return withoutSlashes(url.href);
}
