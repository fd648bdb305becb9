import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Source maps that say where, and not what: they stand beside the built page for the server to read stacks by, and are
 * served to nobody (decisions 0032). Without the sources in them they weigh a third.
 */
export const bareMaps = (): Plugin => ({
  name: 'bare-maps',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!name.endsWith('.map')) continue;
      const path = join(dir, name);
      const { sourcesContent: _, ...map }: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify(map));
    }
  },
});
