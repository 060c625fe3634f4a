import { fileURLToPath } from 'node:url';
import { createMigrateCommands, defineCommand, type Program } from '@latchkey/database';
import { showTheme, themeCommand } from '@latchkey/pages';
import { readDatabaseUrl } from '../config.ts';
import { renderPage } from '../page/render.ts';
import { sampleViews } from '../page/sample-views.ts';
import { followEvents } from './follow-events.ts';

const checkTheme = defineCommand({
  ...themeCommand,
  run: async (input) =>
    showTheme(input, ({ skin }) => {
      const scene = { skin, pageUrl: 'https://drop.example.com/d/example', scriptPath: 'fill-key.js' };
      const pages = Object.entries(sampleViews).map(([name, view]) => [
        `drop ${name}`,
        renderPage(view, 'en', scene),
      ]);
      return Object.fromEntries(pages);
    }),
});

const serviceDir = fileURLToPath(new URL('../..', import.meta.url));

export const program: Program = {
  name: 'latchkey-drop',
  commands: [...createMigrateCommands({ serviceDir, readDatabaseUrl }), followEvents, checkTheme],
};
