// Types of things that the code's entries of the log speak of, as its sources write them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declared } from '@anlan/contract/modules';

/** Every type that an entry of the log is given somewhere below a folder, tests left out. */
export function typesIn(folder: string): string[] {
  const found = new Set<string>(['enterprise', 'user', ...declared.map(({ resource }) => resource.name)]);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, type = ''] of text.matchAll(/\bobjectType: '(\w+)'/g)) found.add(type);
    // The seeds say it as an argument.
    for (const [, type = ''] of text.matchAll(/\bstep\((?:tenantId|'0'), '(\w+)'/g)) found.add(type);
  }
  return [...found].sort();
}
