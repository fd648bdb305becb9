import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);

const pack = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  // The gzip file is needed too, because browsers accept brotli only over HTTPS and from localhost.
  gz: (body: Buffer) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Compresses each text file of the build once, at the highest level. index.html is left out, because each response
 * carries its own nonce.
 */
export const packed = (): Plugin => ({
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    // Watch mode is local: compressing would only slow down each build.
    if (this.meta.watchMode) return;
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    const packs = async (name: string) => {
      const path = join(dir, name);
      const body = readFileSync(path);
      for (const [ending, work] of Object.entries(pack)) {
        const smaller = await work(body);
        if (smaller.length < body.length) writeFileSync(`${path}.${ending}`, smaller);
      }
    };
    await Promise.all(names.filter((name) => !name.startsWith('.') && texts.has(extname(name))).map(packs));
  },
});
