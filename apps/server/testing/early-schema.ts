import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '#platform/db/migrate.ts';

/** Migrations of the first editions of the schema. */
const editions = 24;

/** Gives a database the tables of the first editions alone: a backup takes its time by their number. `folder` is empty. */
export async function migrateEarly(ownerUrl: string, folder: string): Promise<void> {
  for (const name of readdirSync(migrationsFolder).sort().slice(0, editions))
    cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true });
  await migrate(ownerUrl, { folder });
}
