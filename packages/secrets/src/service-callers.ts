export interface ServiceCaller {
  readonly caller: string;
  readonly key: string;
}

const callerForm = /^[a-z-]{1,32}$/;
const keyForm = /^[\w-]{32,1024}$/;
/** The old and the new one, while a key is rotated. */
const mostKeysOfOne = 2;

/** Whether a text can be the key of a service: 32 to 1,024 of `A-Z a-z 0-9 _ -`. */
export function isServiceKey(text: string): boolean {
  return keyForm.test(text);
}

/**
 * Reads `caller:key,caller:key`, whom a service admits to its internal routes
 * (contract part 0 "Service-to-service calls"). Throws an Error with a sentence for the operator, which never repeats a
 * key.
 */
export function parseServiceCallers(text: string): readonly ServiceCaller[] {
  const callers = text.split(',').map((pair, index) => parsePair(pair.trim(), index + 1));
  for (const { caller, key } of callers) {
    const ofOne = callers.filter((other) => other.caller === caller);
    if (ofOne.length > mostKeysOfOne) throw new Error(`${caller} has more than ${mostKeysOfOne} keys`);
    if (callers.filter((other) => other.key === key).length > 1) throw new Error('A key is listed twice');
  }
  return callers;
}

function parsePair(pair: string, place: number): ServiceCaller {
  const [caller = '', key = '', ...rest] = pair.split(':');
  if (rest.length > 0 || !callerForm.test(caller) || !isServiceKey(key)) {
    throw new Error(
      `Caller ${place} must be caller:key, the caller 1 to 32 of a-z -, the key at least 32 of A-Z a-z 0-9 _ -`,
    );
  }
  return { caller, key };
}
