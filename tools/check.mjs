// `npm run check`: all that can be told without running the product. `-- --fix` formats and repairs what it can.
import { ensureInstalled, orOneLine } from './bootstrap.mjs';
import { conclude, quietly, runStatic, staticSteps, step } from './steps.mjs';

await orOneLine(async () => {
  ensureInstalled();
  if (process.argv.includes('--fix'))
    for (const [name, , fix] of staticSteps) if (fix) await step(`repair ${name}`, () => quietly(fix));
  conclude(await runStatic());
});
