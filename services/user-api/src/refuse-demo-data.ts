interface Stop {
  print: (text: string) => void;
  exit: (status: number) => never;
}

const stopProcess: Stop = {
  print: (text) => void process.stderr.write(text),
  exit: (status) => process.exit(status),
};

/**
 * A check that ends the process with one sentence when `find` finds demo data that can be used. It rejects while the
 * database is down, so that readiness calls it again. Once nothing was found, it does not ask the database again.
 */
export function createDemoCheck(
  find: () => Promise<string | undefined>,
  stop: Stop = stopProcess,
): () => Promise<void> {
  let isClean = false;
  return async () => {
    if (isClean) return;
    const found = await find();
    if (found !== undefined) {
      stop.print(`This database holds ${found}, which everybody knows. Production does not run on it.\n`);
      stop.exit(1);
    }
    isClean = true;
  };
}
