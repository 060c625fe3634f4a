#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { runMigrateCommand } from '../src/migrations/migrate-command.ts';

// The engine leaves a ten-second timer of its own behind; waiting for it would serve nobody.
process.exit(await runMigrateCommand(process.argv.slice(2), process.cwd(), process.env['DATABASE_URL']));
