// Converts spreadsheet cells to the items of a list field.
import type { FieldSpec, ListRules } from '@anlan/contract/kit/field';
import { valueOf } from '#widgets/dictionary.ts';
import type { Values } from './resource.ts';

type Item = Parameters<typeof valueOf>[0] & { readonly label: string };

const isCells = (text: string) => /[\t\r\n]/.test(text.trimEnd());

export const cellsOf = (text: string): string[][] | null =>
  isCells(text)
    ? text
        .replace(/\r?\n$/, '')
        .split(/\r?\n/)
        .map((line) => line.split('\t'))
    : null;

/** Converts the text of a spreadsheet cell to a field value; null when the text is not valid for the field. */
function cellValue(spec: FieldSpec, cell: string, items: readonly Item[]): unknown {
  const text = cell.trim();
  if (text === '') return null;
  switch (spec.kind) {
    case 'integer':
    case 'decimal':
    case 'money': {
      const value = Number(text.replaceAll(',', ''));
      if (Number.isNaN(value)) return null;
      return spec.kind === 'money' ? Math.round(value * 100) : value;
    }
    case 'boolean':
      return text === '是' ? true : text === '否' ? false : null;
    case 'code':
    case 'oneOf': {
      const fixed = Object.entries(spec.words ?? {}).find((one) => one.includes(text));
      if (fixed) return fixed[0];
      const item = items.find(({ label, value }) => label === text || value === text);
      return item ? valueOf(item, spec.codes) : null;
    }
    default:
      return text;
  }
}

/**
 * Inserts pasted spreadsheet cells into a list field at a position. It does not limit length or number of items: the
 * save refuses those.
 */
export function pasted(
  { of, begin }: Pick<ListRules, 'of' | 'begin'>,
  items: readonly Values[],
  cells: readonly (readonly string[])[],
  { row, column }: { row: number; column: number },
  dictionary: (type: string) => readonly Item[],
): Values[] {
  const next = [...items];
  const keys = Object.keys(of).slice(column);
  cells.forEach((line, at) => {
    const values = keys.flatMap((key, place) => {
      const spec = of[key]?.spec;
      const cell = line[place];
      return spec && cell !== undefined
        ? [[key, cellValue(spec, cell, dictionary(spec.dictionary ?? ''))] as const]
        : [];
    });
    next[row + at] = { ...(next[row + at] ?? begin), ...Object.fromEntries(values) };
  });
  return next;
}
