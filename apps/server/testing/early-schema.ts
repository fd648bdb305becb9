import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '#platform/db/migrate.ts';

/** Files of the baseline that need no later one. */
const files = 4;

/** Gives a database the tables of the platform alone: a backup takes its time by their number. `folder` is empty. */
export async function migrateEarly(ownerUrl: string, folder: string): Promise<void> {
  const [baseline = ''] = readdirSync(migrationsFolder).sort();
  mkdirSync(join(folder, baseline), { recursive: true });
  for (const name of readdirSync(join(migrationsFolder, baseline)).sort().slice(0, files))
    cpSync(join(migrationsFolder, baseline, name), join(folder, baseline, name));
  await migrate(ownerUrl, { folder });
}
