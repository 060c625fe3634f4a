import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { PasswordHash } from './passwords.ts';

/** Contract part 2 "Passwords, codes, throttling"; argon2id is the library's default. */
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** argon2id at the contract's cost. */
export const argon2: PasswordHash = {
  hash: (password) => hash(password, cost),
  verify: (phc, password) => verify(phc, password),
  isOutdated(phc) {
    const { memoryCost, timeCost } = parseOptions(phc);
    return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
  },
};
