import { findProgram, isExecutable } from './find-program.ts';
import { unpackChromium } from './packaged-chromium.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * A Chromium for the browser tests, in the order of contract part 4: CHROMIUM_PATH, one that is installed, the one
 * inside `@sparticuz/chromium`, unpacked into `folder`. Undefined when this machine has none and the packaged one does
 * not run on it.
 */
export async function findChromium(folder: string): Promise<string | undefined> {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen !== undefined && chosen !== '') return chosen;
  const installed = programs.map(findProgram).find((path) => path !== undefined);
  return installed ?? applications.find(isExecutable) ?? (await unpackChromium(folder));
}
