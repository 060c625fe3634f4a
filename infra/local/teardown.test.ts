import { createTeardown } from './teardown.ts';

describe('teardown', () => {
  test('what started last stops first, each before the next', async () => {
    const { add, run } = createTeardown();
    const order: string[] = [];
    add(() => void order.push('first'));
    add(async () => {
      await Promise.resolve();
      order.push('second');
    });
    add(() => void order.push('third'));
    await Promise.all([run(), run()]);
    expect(order).toEqual(['third', 'second', 'first']);
  });

  test('a stop that fails is reported and does not keep the others', async () => {
    const reported: string[] = [];
    const { add, run } = createTeardown((sentence) => reported.push(sentence));
    let stopped = false;
    add(() => {
      stopped = true;
    });
    add(() => Promise.reject(new Error('it clings')));
    await run();
    expect(stopped).toBe(true);
    expect(reported).toEqual(['it clings']);
  });

  test('what starts while all is being stopped is stopped as well', async () => {
    const { add, run } = createTeardown();
    let stopped = false;
    add(() =>
      add(() => {
        stopped = true;
      }),
    );
    await run();
    await run();
    expect(stopped).toBe(true);
  });
});
