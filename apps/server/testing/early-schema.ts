import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '#platform/db/migrate.ts';

const files = 4;

/** Creates only the platform's tables, because a backup takes longer with more tables. `folder` is empty. */
export async function migrateEarly(ownerUrl: string, folder: string): Promise<void> {
  const [baseline = ''] = readdirSync(migrationsFolder).sort();
  mkdirSync(join(folder, baseline), { recursive: true });
  for (const name of readdirSync(join(migrationsFolder, baseline)).sort().slice(0, files))
    cpSync(join(migrationsFolder, baseline, name), join(folder, baseline, name));
  await migrate(ownerUrl, { folder });
}
