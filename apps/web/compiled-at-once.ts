import type { Plugin } from 'vite';

/** Files of a first visit: most of what is in them runs before the rows of a list stand. */
const files = /^assets\/(index|react|routes|shared|shell|list-page)-/;
const line = '//# allFunctionsCalledOnLoad\n';

/**
 * Says at the head of a file that its functions are called at once: Chromium compiles them aside while the file comes,
 * instead of one by one while the page is drawn. Other browsers read a comment.
 */
export const compiledAtOnce = (): Plugin => ({
  name: 'compiled-at-once',
  apply: 'build',
  generateBundle: {
    // Vite sets a line before the code as well, and only the first one counts.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !files.test(chunk.fileName)) continue;
        chunk.code = line + chunk.code;
        const map = bundle[`${chunk.fileName}.map`];
        if (map?.type !== 'asset') continue;
        const said: Record<string, unknown> = JSON.parse(String(map.source));
        map.source = JSON.stringify({ ...said, mappings: `;${String(said['mappings'])}` });
      }
    },
  },
});
