import { defineCommand } from '@latchkey/database';
import { showTheme, themeCommand } from '@latchkey/pages';
import { renderPage } from '../page/render.ts';
import { sampleViews } from '../page/sample-views.ts';

export const checkTheme = defineCommand({
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
