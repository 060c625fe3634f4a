import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from './paths.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';
import { services, type ServiceName } from './service-list.ts';

/** Reads the OpenAPI document of a running service, as the text of its file in docs/openapi. Throws when none answers. */
export async function fetchDocument(name: ServiceName, url: string): Promise<{ file: string; text: string }> {
  const answer = await fetch(`${url}/openapi.json`).catch(() => undefined);
  if (!answer?.ok) throw new Error(`${name} does not answer at ${url}. Start it with: npm start`);
  const text = `${JSON.stringify(await answer.json(), undefined, 2)}\n`;
  return { file: join(rootDir, 'docs/openapi', `${name}.json`), text };
}

/** The command `npm run openapi`: writes the documents of the running services into docs/openapi. */
async function writeDocuments(): Promise<number> {
  for (const { name, port } of services) {
    const { file, text } = await fetchDocument(name, `http://localhost:${port}`);
    await showStep(`Writing docs/openapi/${name}.json`, () => writeFile(file, text));
  }
  return 0;
}

if (import.meta.main) await runCommand(writeDocuments);
