// Runs a TypeScript file of this repository under the pinned Node: node tools/run.mjs bench/main.ts …
import { ensureInstalled, orOneLine, underNode24 } from './bootstrap.mjs';

await orOneLine(async () => {
  ensureInstalled();
  process.exitCode = await underNode24(process.argv.slice(2));
});
