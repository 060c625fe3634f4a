import { join } from 'node:path';
import { rootDir } from './paths.ts';
import type { ServiceName } from './service-list.ts';

/** What a running service says of itself, as the text of its file in docs/openapi. Throws when none answers there. */
export async function fetchDocument(name: ServiceName, url: string): Promise<{ file: string; text: string }> {
  const answer = await fetch(`${url}/openapi.json`).catch(() => undefined);
  if (!answer?.ok) throw new Error(`${name} does not answer at ${url}. Start it with: npm start`);
  const text = `${JSON.stringify(await answer.json(), undefined, 2)}\n`;
  return { file: join(rootDir, 'docs/openapi', `${name}.json`), text };
}
