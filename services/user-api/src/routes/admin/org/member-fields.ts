import { exampleValues } from '@latchkey/contracts';
import { errors } from '../../../errors.ts';

/** The fields that name a member. */
export const memberFields = {
  org: { type: 'string', minLength: 1, description: 'Slug or id' },
  user_id: { type: 'string', minLength: 1, examples: [exampleValues['user_id']] },
  email: { type: 'string', minLength: 1, description: 'Instead of user_id' },
} as const;

export const memberErrors = [errors.memberMissing, errors.memberTwice, errors.notFound];
