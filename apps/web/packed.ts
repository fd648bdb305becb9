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
  // Browsers take brotli over https and from this machine alone.
  gz: (body: Buffer) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Packs every text of the built page once, as well as it goes, into files beside it that the server sends as they are.
 * The page itself is not packed: each answer of it carries a nonce of its own.
 */
export const packed = (): Plugin => ({
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    // Whoever works on the page waits for every build, and fetches it from this machine.
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
