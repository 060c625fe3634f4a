/** The command `npm run test:all`: `npm test` with every spelling and hostile value at every field of every route. */
process.env['LATCHKEY_TEST_ALL'] = 'yes';
await import('./test.ts');
