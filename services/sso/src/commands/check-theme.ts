import { defineCommand } from '@latchkey/database';
import { showTheme, themeCommand } from '@latchkey/pages';
import { renderView } from '../people/page/samples/render-view.ts';
import { sampleNowMs, samplePlaces, sampleViews } from '../people/page/samples/sample-views.ts';

export const checkTheme = defineCommand({
  ...themeCommand,
  run: async (input) =>
    showTheme(input, ({ skin }) => {
      const options = { ...samplePlaces, skin, pageUrl: 'https://sso.example.com/login', nowMs: sampleNowMs };
      const pages = Object.entries(sampleViews).map(([name, view]) => [
        name,
        renderView(view, 'en', options),
      ]);
      return Object.fromEntries(pages);
    }),
});
