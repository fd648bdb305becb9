import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Build plugin: writes source maps without source text. The server resolves stack traces with these maps. Browsers
 * never receive a map (decision 0032).
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
