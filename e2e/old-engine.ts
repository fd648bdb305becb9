import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const version = '109.0.6';
const cache = join(import.meta.dirname, '../node_modules/.cache');

/** Chromium 109 is available only for this platform. It uses the libraries of Debian's Chromium. */
export const hasOldEngine = process.arch === 'x64' && process.platform === 'linux';

/** Returns the path of Chromium 109, the oldest supported version. It is unpacked once and needs 160 MB. */
export async function oldEngine(): Promise<string> {
  const program = join(cache, `chromium-${version}`);
  if (existsSync(program)) return program;
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const unfinished = `${program}.${process.pid}`;
  mkdirSync(cache, { recursive: true });
  await pipeline(
    createReadStream(join(dirname(main), '../bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode: 0o755 }),
  );
  renameSync(unfinished, program);
  return program;
}
