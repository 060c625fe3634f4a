import { defineCommand } from '@latchkey/database';
import { createSkin, listPictures, nameSample, showTheme, themeCommand, type Samples } from '@latchkey/pages';
import { renderView } from '../page/samples/render-view.ts';
import { sampleNowMs, samplePlaces, sampleViews } from '../page/samples/sample-views.ts';

export const checkTheme = defineCommand({
  ...themeCommand,
  run: async (input) =>
    showTheme(input, (theme, scheme): Samples => {
      const skin = createSkin(theme, { base: '.', scheme });
      const options = { ...samplePlaces, skin, pageUrl: 'https://sso.example.com/login', nowMs: sampleNowMs };
      const pages = Object.entries(sampleViews).map(
        ([name, view]) => [nameSample(name), renderView(view, 'en', options)] as const,
      );
      return new Map([...pages, ...listPictures(skin)]);
    }),
});
