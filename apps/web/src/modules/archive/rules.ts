import { percentText } from '@anlan/contract/domain/number-text';
import { catalogue, type CatalogueCategory } from '@anlan/contract/modules/archive/catalogue';
import type { ArchiveItem, ItemState } from '@anlan/contract/modules/archive/views';

/** Formats a completion rate. `null` means that there is nothing to measure; it is not shown as 100 %. */
export const rateWords = (rate: number | null): string => percentText(rate);

export const stateWords: Readonly<Record<ItemState, readonly [word: string, tone: 'good' | 'bad' | 'warn' | 'plain']>> =
  {
    good: ['有效', 'good'],
    expired: ['已过期', 'bad'],
    missing: ['缺少', 'bad'],
    waived: ['不适用', 'plain'],
    notApplicable: ['不涉及', 'plain'],
    none: ['未上传', 'plain'],
  };

/** Counts required and valid items of a category. Returns null when none is required (不涉及). */
export function progressOf(
  { items }: CatalogueCategory,
  states: ReadonlyMap<string, Pick<ArchiveItem, 'state'>>,
): { good: number; of: number } | null {
  const counted = items.filter(
    ({ code, need }) => need !== 'optional' && ['good', 'expired', 'missing'].includes(states.get(code)?.state ?? ''),
  );
  if (counted.length === 0) return null;
  return { good: counted.filter(({ code }) => states.get(code)?.state === 'good').length, of: counted.length };
}

export const addressOf = (item: string): string =>
  `/bus/archives/index?${new URLSearchParams({ category: categoryWith(item), add: item }).toString()}`;

export const categoryWith = (code: string | null): string =>
  catalogue.find(({ items }) => items.some((item) => item.code === code))?.code ?? 'basic';
