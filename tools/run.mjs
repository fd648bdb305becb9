// Runs a TypeScript file of this repository under the pinned Node: node tools/run.mjs bench/main.ts …
import { ensureInstalled, orOneLine, underNode24 } from './bootstrap.mjs';

await orOneLine(async () => {
  // The product's own commands run beside a started server: they need no more than it does, and must not install anew.
  ensureInstalled({ dev: !process.argv[2]?.startsWith('apps/') });
  process.exitCode = await underNode24(process.argv.slice(2));
});
