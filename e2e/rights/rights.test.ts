import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';
import { callers, isForTokens, printMatrix, verdictOf, walk, type Caller, type Walked } from './matrix.ts';
import { walkDrop } from './walk-drop.ts';
import { walkSso } from './walk-sso.ts';
import { walkUserApi } from './walk-user-api.ts';

/** Every route of all services, called with every kind of token. Source: contract part 0 "Scopes and rights". */

const file = join(rootDir, 'docs/rights.tsv');
let walked: readonly Walked[];
beforeAll(async () => {
  const services = [await walkSso(), await walkUserApi(), await walkDrop()];
  walked = (await Promise.all(services.map(walk))).flat();
});

/** What a person does for themselves alone; a member token speaks for its org. */
const ofPersons =
  /^\/(account\/me\/((view|update|export|delete)$|(email|invitation|password|totp|recovery_codes|passkey|device_sign_in)\/)|oauth\/(clients\/authorized|device)\/)/;

/** For sso's account page only, which is none of these callers. */
const ofPage = /^\/account\/me\/passkey\/begin$/;

const asRefused = ['401', '403'];

/** What the table of rights makes of a call. */
function expected({ service, route, need }: Walked, { kind, hasScope }: Caller): readonly string[] {
  const isOfPerson = kind !== 'none' && kind !== 'app';
  if (!isForTokens({ need })) return ['no'];
  if (need === 'nothing') return ['yes'];
  if (kind === 'none') return ['401'];
  if (need === 'openid') return kind === 'device' ? [hasScope ? 'yes' : 'scope'] : ['401'];
  if (need === 'app token') return isOfPerson ? asRefused : ['yes'];
  if (need === 'any token') return isOfPerson || service === 'drop' ? ['yes'] : asRefused;
  if (!isOfPerson) return [service === 'drop' ? 'scope' : '403'];
  if (!hasScope || (need === 'admin' && kind === 'member')) return ['scope'];
  if (need === 'admin') return [kind === 'operator' || kind === 'console' ? 'yes' : '403'];
  if (ofPage.test(route.path)) return ['403'];
  return kind === 'member' && ofPersons.test(route.path) ? ['403'] : ['yes'];
}

test('every route does with every kind of token what the table of rights says', () => {
  expect(walked.length).toBeGreaterThan(60);
  const wrong = walked.flatMap((row) =>
    callers.flatMap((caller, at) => {
      const outcome = row.outcomes[at]!;
      const isRight = expected(row, caller).includes(verdictOf(row, outcome));
      return isRight ? [] : [{ path: row.service + row.route.path, ...caller, ...outcome }];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the token of the console opens nothing that the operator’s own would not', () => {
  const [own, page] = ['operator', 'console'].map((kind) =>
    callers.findIndex((caller) => caller.kind === kind && caller.hasScope),
  );
  const opened = walked.filter((row) => {
    const [byOwn, byPage] = [own, page].map((at) => verdictOf(row, row.outcomes[at ?? 0]!));
    return byPage === 'yes' && byOwn !== 'yes';
  });
  expect(opened.map(({ route }) => route.path)).toEqual([]);
});

test('no call is answered with a 500', () => {
  expect(walked.flatMap(({ outcomes }) => outcomes).filter(({ status }) => status >= 500)).toEqual([]);
});

test('docs/rights.tsv is the matrix of this run; npm run openapi writes it', () => {
  const text = printMatrix(walked);
  if (process.env['WRITE_RIGHTS'] === 'yes') writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
});
