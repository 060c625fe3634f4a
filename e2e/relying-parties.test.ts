import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';

/** The library is the one relying party here: what strangers install is tested by everything. */
test('whoever needs tokens takes them from @latchkey/client', () => {
  const byHand = globSync('{infra,e2e}/**/*.ts', { cwd: rootDir }).filter((path) =>
    /grant_type: '(device_code|refresh_token)'/.test(readFileSync(join(rootDir, path), 'utf8')),
  );
  expect(byHand.toSorted()).toEqual([
    // The stranger has no library of ours.
    'e2e/browser/phishing-hour.test.ts',
    // Polls a model and the stores below it; its one HTTP test runs in the process of sso.
    'e2e/model/fixed-ticker.test.ts',
    // Signs in for a library of another language, which refreshes by itself.
    'e2e/operating/authlib.test.ts',
    // Redeems one code many times at once.
    'e2e/process/code-races.test.ts',
    'infra/local/raw-requests.ts',
  ]);
});
