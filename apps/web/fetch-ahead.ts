import type { Plugin } from 'vite';

/** What every page behind sign-in needs: the routes, and the shell. */
const needed = /[\\/]src[\\/]app[\\/](app|inside)\.tsx$/;
const place = '<script src="/theme.js"';

/**
 * Names in the page what every page behind sign-in needs, so that theme.js asks for all of it at once for whoever is
 * signed in: the bundle itself would find one part after the other, each when the one before has run.
 */
export const fetchAhead = (): Plugin => ({
  name: 'fetch-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
      const files = new Set<string>();
      const take = (name: string) => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (!chunk || files.has(name)) return;
        for (const other of chunk.imports) take(other);
        files.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
      };
      for (const { fileName, moduleIds } of chunks) if (moduleIds.some((id) => needed.test(id))) take(fileName);
      const found = [...files].filter((name) => !html.includes(`/${name}"`)).map((name) => `/${name}`);
      if (found.length === 0 || !html.includes(place)) this.error('the parts to fetch ahead were not found');
      return html.replace(place, `${place} data-ahead="${found.join(' ')}"`);
    },
  },
});
