/** The address of a server that tests may fill as they like. Throws the sentence that says how to get one. */
export function readTestUrl(name: 'TEST_POSTGRES_URL' | 'TEST_REDIS_URL'): string {
  const url = process.env[name];
  if (url === undefined || url === '') {
    throw new Error(`${name} is not set: run the tests with "npm test", which starts a server for them.`);
  }
  return url;
}
