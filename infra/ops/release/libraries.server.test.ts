import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlocks } from '../../../e2e/process/guide.ts';
import { rootDir } from '../../local/paths.ts';
import { printed, programs, surroundings, typed } from './library-callers.ts';
import { findLowestNode, installLibraries, type PackedLibraries } from './packed-library.ts';
import { folderOf, libraries } from './published.ts';

const find = (of: string, name: string) => join(of, 'node_modules', name);
const express = { express: find(rootDir, 'express') };
/** What each library has beside it, and nothing else. */
const needs = {
  client: {
    oauth4webapi: find(folderOf('client'), 'oauth4webapi'),
    'openapi-fetch': find(folderOf('client'), 'openapi-fetch'),
  },
  pagination: express,
  'request-parser': express,
  'resource-server': { ...express, jose: find(folderOf('resource-server'), 'jose') },
};

const readSample = (name: string): string => {
  const [sample] = readBlocks(join(folderOf(name), 'README.md'), 'ts');
  if (sample === undefined) throw new Error(`The README of ${name} has no sample.`);
  return sample.commands;
};

describe.each(libraries)('@latchkey/%s', (name) => {
  let library: PackedLibraries;
  let tarball: string;
  beforeAll(() => {
    library = installLibraries([name], needs[name]);
    tarball = library.tarballOf(name);
  });
  afterAll(() => library.remove());

  test(`publint finds nothing in ${name}`, () => {
    expect(library.tool('publint', 'src/cli.js', [tarball, '--strict'])).toContain('All good!');
  });

  test(`the tarball of ${name} holds what is used, and no test`, () => {
    const files = library.run('tar', ['-tzf', tarball]).trim().split('\n');
    const used = /^package\/(.*\.(d\.ts|js)|package\.json|README\.md|LICENSE)$/;
    expect(files.filter((file) => !used.test(file) || file.includes('test'))).toEqual([]);
  });

  test(`a program uses ${name} on the lowest Node that is promised, and what is refused says why`, () => {
    writeFileSync(join(library.app, 'program.mjs'), programs[name]);
    expect(library.run(findLowestNode(name), ['program.mjs'])).toBe(printed[name]);
  });

  // The others have one entry, which TypeScript resolves below.
  if (name === 'client') {
    test('arethetypeswrong finds nothing in the entries of client', () => {
      library.tool('@arethetypeswrong/cli', 'dist/index.js', [tarball, '--profile', 'esm-only']);
    });

    test('only the file store and the login on a terminal use Node', () => {
      const contents = join(library.app, 'node_modules/@latchkey/client');
      const files = readdirSync(contents, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('.js'),
      );
      const users = files.filter((file) => /from 'node:/.test(readFileSync(join(contents, file), 'utf8')));
      expect(users.sort()).toEqual([
        'login/ask-number.js',
        'login/callback-server.js',
        'login/choose-road.js',
        'login/open-browser.js',
        'session/draft.js',
        'session/file-lock.js',
        'session/file-store.js',
      ]);
    });
  }

  if (name !== 'request-parser') return;
  test('the sample of request-parser refuses a body that was parsed before, and answers what it refuses', () => {
    const types = {
      'type ErrorRequestHandler': '',
      ': ErrorRequestHandler': '',
      ' as { body?: unknown }': '',
    };
    const plain = Object.entries(types).reduce(
      (text, [from, to]) => text.replace(from, to),
      readSample(name),
    );
    for (const [file, before] of [
      ['good', ''],
      ['late', 'app.use(express.json());'],
    ] as const) {
      const program = plain.replace(
        'const app = express();',
        `const app = express().set('env', 'test');${before}`,
      );
      writeFileSync(
        join(library.app, `${file}.mjs`),
        `${program}
  const server = app.listen(0, async () => {
    for (const body of ['{"auth":{"user":"bob"},"remember":true}', '{"auth":']) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = await fetch('http://localhost:' + server.address().port + '/login', init);
      console.log(answer.status, (await answer.text()).replace(/\\s+/g, ' '));
    }
    server.close();
  });`,
      );
    }
    expect(library.run(process.execPath, ['good.mjs'])).toBe(
      '200 {"user":"bob","remember":true}\n400 {"code":"malformed_body","message":"The body is not valid JSON"}\n',
    );
    expect(library.run(process.execPath, ['late.mjs'])).toMatch(/^500 .*\n400 /);
  });
});

describe('TypeScript, which is strict', () => {
  let all: PackedLibraries;
  beforeAll(() => {
    all = installLibraries(libraries, Object.assign({}, ...Object.values(needs)) as Record<string, string>);
    for (const name of libraries) writeFileSync(join(all.app, `${name}.mts`), typed[name]);
  });
  afterAll(() => all.remove());
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--module'];

  // TypeScript would spend half of the time on its own libraries, which nothing here changes.
  test('checks what a caller of each library does, and compiles the samples of READMEs', () => {
    const samples = libraries.filter((name) => name !== 'client').map((name) => `${name}.sample.mts`);
    for (const file of samples) {
      const [name = ''] = file.split('.', 1);
      writeFileSync(join(all.app, file), `${surroundings[name] ?? ''}${readSample(name)}`);
    }
    const strict = ['nodenext', '--noUncheckedIndexedAccess', '--skipDefaultLibCheck'];
    const files = [...libraries.map((name) => `${name}.mts`), ...samples];
    all.tool('typescript', 'bin/tsc', [...options, ...strict, ...files]);
  });

  test('finds the parts of the client as an old resolver does', () => {
    const kind = ['esnext', '--moduleResolution', 'node10', '--skipLibCheck'];
    all.tool('typescript', 'bin/tsc', [...options, ...kind, 'client.mts']);
  });
});
