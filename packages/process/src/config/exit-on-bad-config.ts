/** How a process prints and exits. A test passes in its own. */
interface Stop {
  print: (text: string) => void;
  exit: (status: number) => never;
}

const stopProcess: Stop = {
  print: (text) => void process.stderr.write(text),
  exit: (status) => process.exit(status),
};

/**
 * Runs `load`. When it throws, prints its message and exits with status 1, before the service listens
 * (contract part 0 "Every service").
 */
export function exitOnBadConfig<T>(load: () => T, stop: Stop = stopProcess): T {
  try {
    return load();
  } catch (error) {
    stop.print(`Bad configuration:\n${error instanceof Error ? error.message : String(error)}\n`);
    return stop.exit(1);
  }
}
