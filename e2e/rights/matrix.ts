import { needOf, type Need } from '@latchkey/tokens';
import { printTsv } from '../../infra/local/print-table.ts';
import {
  tokenKinds,
  type Outcome,
  type TokenKind,
  type WalkedRoute,
  type WalkedService,
} from './walked-service.ts';

/** A column of the matrix: a kind of token, with the scope that the route asks for or without it. */
export interface Caller {
  readonly kind: TokenKind | 'none';
  readonly hasScope: boolean;
}

export const callers: readonly Caller[] = [
  { kind: 'none', hasScope: false },
  ...tokenKinds.flatMap((kind) => [false, true].map((hasScope) => ({ kind, hasScope }))),
  { kind: 'console', hasScope: true },
];

/** A row of the matrix. */
export interface Walked {
  readonly service: WalkedService['name'];
  readonly route: WalkedRoute;
  readonly need: Need;
  /** In the order of {@link callers}. */
  readonly outcomes: readonly Outcome[];
}

const allScopes = 'openid account clients orgs admin';
const isScope = (need: Need) => allScopes.split(' ').includes(need);

/** Without the scope a token holds all others, so that none of them stands in for it. */
function scopeOf(need: Need, hasScope: boolean): string {
  if (!isScope(need)) return hasScope ? allScopes : '';
  return hasScope
    ? need
    : allScopes
        .split(' ')
        .filter((name) => name !== need)
        .join(' ');
}

/** A token of the console always holds the same. */
function scopeFor(need: Need, { kind, hasScope }: Caller): string {
  return kind === 'console' ? 'admin account clients orgs' : scopeOf(need, hasScope);
}

/** Calls every route of a service with every kind of token. */
export async function walk(service: WalkedService): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const route of service.routes) {
    const need = needOf(service.name, route.path);
    const outcomes: Outcome[] = [];
    for (const { kind, hasScope } of callers)
      outcomes.push(
        await service.call(
          route,
          kind === 'none' ? undefined : { kind, scope: scopeFor(need, { kind, hasScope }) },
        ),
      );
    walked.push({ service: service.name, route, need, outcomes });
  }
  return walked;
}

const refusals = ['forbidden', 'insufficient_scope'];

/** Needs that no token meets: what else a request shows decides. */
const otherProofs: readonly Need[] = ['payload', 'client authentication', 'service key'];

export function isForTokens({ need }: Pick<Walked, 'need'>): boolean {
  return !otherProofs.includes(need);
}

type Verdict = 'yes' | 'no' | '401' | '403' | 'scope';

/** yes: the request was let in, whatever its missing fields led to. */
export function verdictOf({ need }: Pick<Walked, 'need'>, { status, code }: Outcome): Verdict {
  if (!isForTokens({ need })) return status < 400 ? 'yes' : 'no';
  if (status === 401) return '401';
  if (status !== 403 || !refusals.includes(code ?? '')) return 'yes';
  return code === 'insufficient_scope' ? 'scope' : '403';
}

const head = ['service', 'route', 'asks for', ...callers.map(nameCaller)];

function nameCaller({ kind, hasScope }: Caller): string {
  if (kind === 'none') return 'no token';
  return kind === 'console' ? kind : `${kind} ${hasScope ? '+' : '−'}`;
}

/** The matrix as a table of tab-separated values. */
export function printMatrix(walked: readonly Walked[]): string {
  const rows = walked.map((row) => [
    row.service,
    `${row.route.method.toUpperCase()} ${row.route.path}`,
    row.need,
    ...row.outcomes.map((outcome) => verdictOf(row, outcome)),
  ]);
  return printTsv(head, rows);
}
