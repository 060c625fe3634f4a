import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describePublicApi } from '@latchkey/http-server';
import { createSkin, latchkeyTheme } from '@latchkey/pages';
import { format } from 'oxfmt';
import { createRouteGroups as groupDropRoutes } from '../../services/drop/src/routes.ts';
import { service as drop } from '../../services/drop/src/service.ts';
import { createRouteGroups as groupSsoRoutes, service as sso } from '../../services/sso/src/routes.ts';
import { groupRoutes } from '../../services/user-api/src/routes.ts';
import { service as userApi } from '../../services/user-api/src/service.ts';
import { writeVersion } from '../ops/release/version.ts';
import { rootDir } from './paths.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';
import { services, type ServiceName } from './service-list.ts';
import { writeTables } from './service-tables.ts';

const skin = createSkin(latchkeyTheme);
/** What pages of sso are shown with. A document describes the routes of an issuer without a path, and shows no page. */
const noStage = { settings: { issuer: 'https://sso.example.com', skin, hasConsole: true } } as Parameters<
  typeof groupSsoRoutes
>[0];

/** The public OpenAPI document of every service with its usual settings, made of its routes. */
export function describeServices() {
  return {
    sso: describePublicApi(sso, groupSsoRoutes(noStage)),
    'user-api': describePublicApi(userApi, groupRoutes({ headerAuth: {}, legacyAuth: 'off' })),
    drop: describePublicApi(drop, groupDropRoutes({}, { dropUrl: '', skin })),
  };
}

/** The file in docs/openapi that holds a service's document. */
export function documentFile(name: ServiceName): string {
  return join(rootDir, 'docs/openapi', `${name}.json`);
}

/** The command `npm run openapi`: writes the version, the documents in docs/openapi, and the tables of settings and routes. */
async function writeDocuments(): Promise<number> {
  writeVersion();
  const documents = describeServices();
  for (const { name } of services) {
    const { code: text } = await format('x.json', JSON.stringify(documents[name]), { printWidth: 110 });
    await showStep(`Writing docs/openapi/${name}.json`, () => writeFile(documentFile(name), text));
    await showStep(`Writing the tables of services/${name}`, () => writeTables(name, documents[name]));
  }
  return 0;
}

if (import.meta.main) await runCommand(writeDocuments);
