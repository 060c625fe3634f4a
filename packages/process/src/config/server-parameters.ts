/**
 * The parameters that an address of a server may have. The drivers take any other as a setting of their own, which wins
 * over our time limits, or ignore it in silence.
 */
const allowed = {
  postgres: {
    application_name: /./,
    host: /./,
    options: /./,
    password: /./,
    port: /^\d+$/,
    user: /./,
    ssl: /^(?:true|0|1|no-verify)$/,
    sslmode: /^(?:disable|prefer|require|verify-ca|verify-full|no-verify)$/,
    sslcert: /./,
    sslkey: /./,
    sslrootcert: /./,
    sslnegotiation: /^(?:postgres|direct)$/,
    uselibpqcompat: /^(?:true|false)$/,
  },
  redis: { db: /^\d+$/, family: /^[046]$/, password: /./, username: /./ },
} as const satisfies Record<string, Readonly<Record<string, RegExp>>>;

type Server = keyof typeof allowed;

/** What people write there for other programs. Any other name may be a part of a password, and is not repeated. */
const known = new Set(
  `binary channel_binding client_encoding commandTimeout connect_timeout connection_limit connectTimeout db
  enableOfflineQueue encoding fallback_application_name idle_in_transaction_session_timeout keepalives keyPrefix
  lock_timeout maxRetriesPerRequest pgbouncer pool_timeout query_timeout replication schema socket_timeout socketTimeout
  statement_timeout target_session_attrs timezone tls`.split(/\s+/),
);

/** What is wrong with the parameters of an address, as the end of a sentence that its variable begins. */
export function findBadParameter(server: Server, address: string): string | undefined {
  const rules: Readonly<Record<string, RegExp>> = allowed[server];
  const named = [...(URL.parse(address)?.searchParams ?? [])];
  const names = named.map(([name]) => name);
  for (const [index, [name, value]] of named.entries()) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined)
      return `must not have the parameter ${known.has(name) ? name : 'that it has'}: it may have ${Object.keys(rules).join(', ')}${name === 'schema' ? '; set the search_path of the role in place of schema' : ''}`;
    if (names.indexOf(name) !== index) return `must have the parameter ${name} once`;
    if (!rule.test(value)) return `must have another value of the parameter ${name}`;
  }
  return undefined;
}
