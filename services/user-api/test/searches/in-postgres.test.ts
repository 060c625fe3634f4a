import { useTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';
import { ownCases } from './cases.ts';
import { proveSearches } from './prove-searches.ts';

const database = useTestDatabase('user-api', createDatabase);

proveSearches(ownCases, database);
