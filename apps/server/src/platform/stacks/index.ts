import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

/** One line of a stack: as a browser told it, and where that stands in our source; null where nobody knows. */
export interface StackLine {
  raw: string;
  source: string | null;
}

const most = { lines: 60, maps: 6 };
const place = /\/assets\/([\w.-]{1,120}\.js):(\d{1,7}):(\d{1,7})/;

/**
 * Reads stacks of the built page by its source maps, which stand beside it and are served to nobody. A file that is not
 * of this release has no map: its lines stay as they are.
 */
export function openStacks(pages: string | null) {
  const folder = pages === null ? null : join(pages, 'assets');
  const known = new Set(
    folder === null || !existsSync(folder) ? [] : readdirSync(folder).filter((name) => name.endsWith('.js.map')),
  );

  async function open(file: string): Promise<SourceMap | null> {
    if (folder === null || !known.has(`${file}.map`)) return null;
    // What our own build wrote; a map that is not one finds nothing.
    const payload = JSON.parse(await readFile(join(folder, `${file}.map`), 'utf8')) as SourceMapPayload;
    return new SourceMap(payload);
  }

  /** The lines of a stack with their places in the source. */
  return async (stack: string): Promise<StackLine[]> => {
    const maps = new Map<string, SourceMap | null>();
    const lines: StackLine[] = [];
    for (const raw of stack.split('\n').slice(0, most.lines)) {
      const [, file, line, column] = place.exec(raw) ?? [];
      if (file !== undefined && !maps.has(file) && maps.size < most.maps)
        maps.set(file, await open(file).catch(() => null));
      const found = maps.get(file ?? '')?.findEntry(Number(line) - 1, Number(column) - 1);
      lines.push({
        raw,
        source:
          found && 'originalSource' in found && found.originalSource
            ? `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1}`
            : null,
      });
    }
    return lines;
  };
}
