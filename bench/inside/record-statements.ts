import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** A statement as the service sent it. */
export interface SentStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

type Query = (config: string | SentStatement, values?: unknown, ...rest: unknown[]) => unknown;
type Connect = (callback?: (...results: unknown[]) => void) => unknown;

const client = pg.Client.prototype as { query: Query };
const pool = pg.Pool.prototype as { connect: Connect };
const { query: send } = client;
const { connect } = pool;
const requestStart = 'http.server.request.start';
const requests = new AsyncLocalStorage<SentStatement[]>();
let recorded: SentStatement[][] = [];

/** Gives each request a list of its own. */
function beginRequest(): void {
  const statements: SentStatement[] = [];
  recorded.push(statements);
  requests.enterWith(statements);
}

function note(config: string | SentStatement, values: unknown): SentStatement {
  if (typeof config === 'string') return { text: config, ...(Array.isArray(values) && { values }) };
  const { name, text, values: own } = config;
  return { ...(name !== undefined && { name }), text, ...(own !== undefined && { values: own }) };
}

/** Notes what each request sends to PostgreSQL from now on. What no request has caused is left out. */
export function startRecording(): void {
  recorded = [];
  subscribe(requestStart, beginRequest);
  client.query = function query(this: unknown, config, values, ...rest) {
    if (typeof config === 'string' || 'text' in config) requests.getStore()?.push(note(config, values));
    return send.call(this, config, values, ...rest);
  };
  // Who waits for a connection gets it while another request is served.
  pool.connect = function connectInContext(this: unknown, callback) {
    return connect.call(this, callback && AsyncLocalStorage.bind(callback));
  };
}

/** The statements of each request, in the order of the requests. */
export function stopRecording(): SentStatement[][] {
  client.query = send;
  pool.connect = connect;
  unsubscribe(requestStart, beginRequest);
  requests.disable();
  return recorded.filter((statements) => statements.length > 0);
}
