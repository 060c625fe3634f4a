import { useTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';
import { proveSearches } from './prove-searches.ts';

const database = useTestDatabase('user-api', createDatabase);

proveSearches(database);
