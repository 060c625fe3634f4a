import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkTheme } from './check-theme.ts';
import { latchkeyTheme, type Theme } from './theme.ts';

/**
 * Reads the theme of the file at `path`; without one it is Latchkey's. Throws a ConfigError with a sentence, on a line of
 * its own, for each thing that is wrong with it. Source: contract part 0 "Theme".
 */
export function readTheme(path: string | undefined): Theme {
  if (path === undefined) return latchkeyTheme;
  const { theme, complaints } = checkTheme(readFields(path), dirname(path));
  if (theme === undefined) throw createThemeError(path, complaints);
  return theme;
}

function readFields(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence = code === undefined ? 'is not JSON' : `cannot be read (${code})`;
    throw createThemeError(path, [sentence]);
  }
}

function createThemeError(path: string, complaints: readonly string[]): Error {
  const lines = complaints.map((complaint) => `THEME_FILE ${path}: ${complaint}`);
  return Object.assign(new Error(lines.join('\n')), { name: 'ConfigError' });
}
