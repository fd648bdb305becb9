// Runs a TypeScript file of this repository with the pinned Node: node tools/run.mjs bench/main.ts …
import { ensureInstalled, orOneLine, underNode24 } from './bootstrap.mjs';

await orOneLine(async () => {
  // A command of the product may run while the server runs, so such a command must not install packages again.
  ensureInstalled({ dev: !process.argv[2]?.startsWith('apps/') });
  process.exitCode = await underNode24(process.argv.slice(2));
});
