import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, type SessionRecord, type SessionStore } from '../src/index.ts';
import { createFileStore } from '../src/session/file-store.ts';
import { listStoreChecks } from '../src/session/store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = (revision: number) =>
  ({ status: 'ended', revision, reason: 'r', bindingChain: 'c' }) satisfies SessionRecord;

describe('memory', () => {
  const stores = new Map<string, SessionStore>();
  const open = async (name: string) => {
    const store = stores.get(name) ?? createMemoryStore();
    stores.set(name, store);
    return store;
  };
  test.each(listStoreChecks(open))('$name', ({ check }) => check());
});

describe('file', () => {
  const open = async (name: string) => createFileStore(join(folder, name, 'session.json'));
  test.each(listStoreChecks(open))('$name', ({ check }) => check());

  const make = (name: string) => {
    const path = join(folder, name, 'session.json');
    return { path, store: createFileStore(path) };
  };

  test('the owner alone may read it, and nothing is left beside it', async () => {
    const { path, store } = make('mode');
    await store.replace(record(1));
    await store.replace(record(2));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'mode')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'mode'))).toEqual(['session.json']);
  });

  test.each([
    ['{"secret', 'broken 1'],
    ['7', 'broken 2'],
    ['null', 'broken 3'],
    ['{}', 'broken 4'],
  ])('a file with %j is an error that quotes nothing of it, not an empty store', async (text, name) => {
    const { path, store } = make(name);
    await store.replace(record(1));
    writeFileSync(path, text);
    const failure = await store.read().catch((error: unknown) => error as Error);
    expect([(failure as Error).message, (failure as Error).cause]).toEqual([
      `${path} holds no session`,
      undefined,
    ]);
    await expect(store.replace(record(1))).rejects.toThrow(path);
  });

  describe('reached by its name and by a link', () => {
    const place = (name: string, file: string) => join(folder, 'linked', name, file);
    /** Every second view is one by the link, whose target is not there at first. */
    const reach = async (name: string) => {
      const isFirst = !existsSync(place(name, 'by'));
      mkdirSync(place(name, 'by'), { recursive: true });
      if (isFirst) symlinkSync('../kept/session.json', place(name, 'by/mine.json'));
      return createFileStore(place(name, isFirst ? 'by/mine.json' : 'kept/session.json'));
    };
    test.each(listStoreChecks(reach))('$name', ({ check }) => check());

    test('the link stays one, and nothing is left beside either', async () => {
      const [linked, direct] = [await reach('stays'), await reach('stays')];
      expect([await linked.replace(record(1)), await direct.replace(record(2))]).toEqual([true, true]);
      expect(await linked.read()).toEqual(record(2));
      expect(readlinkSync(place('stays', 'by/mine.json'))).toBe('../kept/session.json');
      const left = ['kept', 'by'].map((part) => readdirSync(place('stays', part)));
      expect(left).toEqual([['session.json'], ['mine.json']]);
    });
  });

  test('a folder that cannot be written is an error of its own', async () => {
    const { store } = make('file');
    writeFileSync(join(folder, 'file'), '');
    await expect(store.lock(async () => 1)).rejects.toThrow('session.json cannot be locked: ENOTDIR');
  });

  test('a write beside a lock waits for nobody who waits for it', async () => {
    const { store } = make('beside');
    const locked = store.lock(() => store.replace(record(1)));
    const written = await Promise.all([locked, store.replace(record(1))]);
    expect(written).toEqual(expect.arrayContaining([true, false]));
  });

  const host = encodeURIComponent(hostname()).replaceAll('.', '!');
  /** More than any process can have. */
  const deadPid = 2 ** 30;
  const soon = () => new Promise<string>((resolve) => void setTimeout(resolve, 150, 'waits'));

  test.each([
    ['a process of this machine', host, process.ppid],
    ['a process of another one', 'elsewhere', deadPid],
  ])('the lock of %s is waited for while it lives', async (name, itsHost, pid) => {
    const { path, store } = make(name);
    await store.replace(record(1));
    const lock = `${path}.lock.${itsHost}.${pid}.x`;
    writeFileSync(lock, '');
    const waiting = store.lock(async () => 'mine');
    expect(await Promise.race([waiting, soon()])).toBe('waits');
    rmSync(lock);
    expect(await waiting).toBe('mine');
  });

  test.each([
    ['of a process that is dead', host, deadPid, 0],
    ['of a number that another process has by now', host, process.ppid, 60],
    ['of another machine that shows no life', 'elsewhere', process.ppid, 60],
  ])('the lock %s counts no more', async (name, itsHost, pid, ageSeconds) => {
    const { path, store } = make(name);
    await store.replace(record(1));
    const lock = `${path}.lock.${itsHost}.${pid}.x`;
    const then = new Date(Date.now() - ageSeconds * 1000);
    // Its holder died before the draft of the next record took the place of the file.
    for (const file of [lock, `${lock}.tmp`]) {
      writeFileSync(file, 'secret');
      utimesSync(file, then, then);
    }
    expect(await store.lock(async () => 'mine')).toBe('mine');
    expect(readdirSync(join(folder, name))).toEqual(['session.json']);
  });

  test('room is made on the disk for more than the record, and nothing of it is left', async () => {
    const { path, store } = make('room');
    await store.replace(record(1));
    const sizes = () =>
      readdirSync(join(folder, 'room')).map((name) => statSync(join(folder, 'room', name)).size);
    const { size } = statSync(path);
    await store.lock(async () => {
      await store.makeRoom?.();
      expect(Math.max(...sizes())).toBe(size * 2);
    });
    expect(readdirSync(join(folder, 'room'))).toEqual(['session.json']);
    await store.lock(async () => {
      await store.makeRoom?.();
      await store.replace(record(2));
    });
    expect(await store.read()).toEqual(record(2));
    expect(sizes()).toEqual([size]);
  });

  test('where no draft can be written there is no room, and the error names the path', async () => {
    // The name of the lock has the longest length that there is, so that the one of its draft is too long.
    const rest = `.lock.${host}.${process.pid}.${crypto.randomUUID()}`;
    const path = join(folder, 'x'.repeat(255 - rest.length));
    writeFileSync(path, JSON.stringify(record(1)));
    const store = createFileStore(path);
    const made = store.lock(async () => store.makeRoom?.());
    await expect(made).rejects.toThrow(`${path} cannot be written: ENAMETOOLONG`);
    expect(await store.lock(async () => 'free')).toBe('free');
  });

  test('who was taken for dead does not write', async () => {
    const { store } = make('fenced');
    await store.replace(record(1));
    const written = await store.lock(async () => {
      for (const name of readdirSync(join(folder, 'fenced')))
        if (name.includes('.lock.')) rmSync(join(folder, 'fenced', name));
      return store.replace(record(2));
    });
    expect(written).toBe(false);
    expect(await store.read()).toEqual(record(1));
  });
});
