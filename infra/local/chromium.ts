import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { findProgram, isExecutable } from './child-process.ts';

/** The package unpacks into the system's folder for temporary files. It asks for that folder when it is called. */
async function unpack(folder: string): Promise<void> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { TMPDIR: usual } = process.env;
  process.env['TMPDIR'] = folder;
  const unpacking = [packaged.executablePath(), inflate(join(packageDir, 'bin/al2023.tar.br'))];
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  await Promise.all(unpacking);
}

/** Packages with the fonts that the one of Chromium has not: for Japanese, and for Chinese. */
const fontPackages = ['@expo-google-fonts/sawarabi-gothic', '@expo-google-fonts/zcool-xiaowei'];

/**
 * Chromium dies on the first page with text when it finds no font. The package's own fonts.conf names folders outside
 * of the one that it was unpacked into, so this one takes its place.
 */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const { resolve } = createRequire(import.meta.url);
  const fonts = [
    join(folder, 'fonts'),
    ...fontPackages.map((name) => dirname(resolve(`${name}/package.json`))),
  ];
  const settings = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...fonts.map((dir) => `<dir>${dir}</dir>`),
    `<cachedir>${folder}/font-cache</cachedir>`,
    '</fontconfig>',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  return file;
}

function writeLauncher(folder: string, environment: Record<string, string>): string {
  const launcher = join(folder, 'launch-chromium');
  const settings = Object.entries(environment).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(launcher, `#!/bin/sh\n${settings.join(' ')} exec "${folder}/chromium" "$@"\n`);
  chmodSync(launcher, 0o755);
  return launcher;
}

/** Draws text: a browser without a usable font or library fails here. The limit only ends a hang. */
async function canDraw(executablePath: string): Promise<boolean> {
  const launched = await chromium
    .launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 120_000 })
    .catch(() => undefined);
  try {
    const page = await launched?.newPage();
    await page?.setContent('<h1>Approve 承認 Подтвердить</h1>');
    return (await page?.innerText('h1'))?.includes('承認') ?? false;
  } catch {
    return false;
  } finally {
    await launched?.close();
  }
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` (Linux, x64) into `folder`, with its own fonts, and with its own
 * libraries where the system has none. Returns the file that launches it, undefined when it does not run here.
 */
async function unpackChromium(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  mkdirSync(folder, { recursive: true });
  await unpack(folder);
  const fonts = { FONTCONFIG_FILE: writeFontSettings(folder) };
  for (const libraries of [{}, { LD_LIBRARY_PATH: `${folder}/al2023/lib` }]) {
    const launcher = writeLauncher(folder, { ...fonts, ...libraries });
    if (await canDraw(launcher)) return launcher;
  }
  return undefined;
}

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
