import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

export interface StackLine {
  raw: string;
  source: string | null;
}

const most = { lines: 60, maps: 6 };
const place = /\/assets\/([\w.-]{1,120}\.js):(\d{1,7}):(\d{1,7})/;

/**
 * Replaces the positions in a stack by source positions, with the source maps beside the built page. These maps are
 * never served. Stack lines of another release stay unchanged.
 */
export function openStacks(pages: string | null) {
  const folder = pages === null ? null : join(pages, 'assets');
  const mapNames = new Set(
    folder === null || !existsSync(folder) ? [] : readdirSync(folder).filter((name) => name.endsWith('.js.map')),
  );

  async function open(file: string): Promise<SourceMap | null> {
    if (folder === null || !mapNames.has(`${file}.map`)) return null;
    // The file comes from our own build. An invalid map gives no positions.
    const payload = JSON.parse(await readFile(join(folder, `${file}.map`), 'utf8')) as SourceMapPayload;
    return new SourceMap(payload);
  }

  return async (stack: string): Promise<StackLine[]> => {
    const maps = new Map<string, SourceMap | null>();
    const lines: StackLine[] = [];
    for (const raw of stack.split('\n').slice(0, most.lines)) {
      const [, file, line, column] = place.exec(raw) ?? [];
      if (file !== undefined && !maps.has(file) && maps.size < most.maps)
        maps.set(file, await open(file).catch(() => null));
      const position = maps.get(file ?? '')?.findEntry(Number(line) - 1, Number(column) - 1);
      lines.push({
        raw,
        source:
          position && 'originalSource' in position && position.originalSource
            ? `${position.originalSource.replace(/^(?:\.\.\/)+/, '')}:${position.originalLine + 1}:${position.originalColumn + 1}`
            : null,
      });
    }
    return lines;
  };
}
