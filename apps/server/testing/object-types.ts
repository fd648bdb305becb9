// Collects the object types of audit entries from the source files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredResources } from '@anlan/contract/modules';

export function typesIn(folder: string): string[] {
  const types = new Set<string>(['enterprise', 'user', ...declaredResources.map(({ resource }) => resource.name)]);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, type = ''] of text.matchAll(/\bobjectType: '(\w+)'/g)) types.add(type);
    // Seeds pass the object type as an argument.
    for (const [, type = ''] of text.matchAll(/\bstep\((?:tenantId|'0'), '(\w+)'/g)) types.add(type);
  }
  return [...types].sort();
}
