import { defineCommand } from '@latchkey/database';
import { createSkin, listPictures, nameSample, showTheme, themeCommand, type Samples } from '@latchkey/pages';
import { renderPage } from '../page/render.ts';
import { sampleViews } from '../page/sample-views.ts';

export const checkTheme = defineCommand({
  ...themeCommand,
  run: async (input) =>
    showTheme(input, (theme, scheme): Samples => {
      const skin = createSkin(theme, { base: '.', scheme });
      const scene = { skin, pageUrl: 'https://drop.example.com/d/example', scriptPath: 'fill-key.js' };
      const pages = Object.entries(sampleViews).map(
        ([name, view]) => [nameSample(`drop ${name}`), renderPage(view, 'en', scene)] as const,
      );
      return new Map([...pages, ...listPictures(skin)]);
    }),
});
