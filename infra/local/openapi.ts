import { writeFile } from 'node:fs/promises';
import { fetchDocument } from './openapi-document.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';
import { services } from './service-list.ts';

/** The command `npm run openapi`: writes what the running services say of themselves into docs/openapi. */
await runCommand(async () => {
  for (const { name, port } of services) {
    const { file, text } = await fetchDocument(name, `http://localhost:${port}`);
    await showStep(`Writing docs/openapi/${name}.json`, () => writeFile(file, text));
  }
  return 0;
});
