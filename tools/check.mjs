// `npm run check`: runs all static checks. With `-- --fix` it formats files and repairs what it can.
import { ensureInstalled, orOneLine } from './bootstrap.mjs';
import { conclude, quietly, runStatic, staticSteps, step } from './steps.mjs';

await orOneLine(async () => {
  ensureInstalled();
  if (process.argv.includes('--fix'))
    for (const [name, , fix] of staticSteps) if (fix) await step(`repair ${name}`, () => quietly(fix));
  conclude(await runStatic());
});
