import { percentText } from '@anlan/contract/domain/number-text';
import { catalogue, type CatalogueCategory } from '@anlan/contract/modules/archive/catalogue';
import type { ArchiveItem, ItemState } from '@anlan/contract/modules/archive/views';

/** A rate as people read it; nothing to measure is no 100 %. */
export const rateWords = (rate: number | null): string => percentText(rate);

/** How an item stands, in words, with the tone of its tag. */
export const stateWords: Readonly<Record<ItemState, readonly [word: string, tone: 'good' | 'bad' | 'warn' | 'plain']>> =
  {
    good: ['有效', 'good'],
    expired: ['已过期', 'bad'],
    missing: ['缺少', 'bad'],
    waived: ['不适用', 'plain'],
    notApplicable: ['不涉及', 'plain'],
    none: ['未上传', 'plain'],
  };

/** Items of a category that count, and of these those in force; null where none is asked for (不涉及). */
export function farOf(
  { items }: CatalogueCategory,
  states: ReadonlyMap<string, Pick<ArchiveItem, 'state'>>,
): { good: number; of: number } | null {
  const counted = items.filter(
    ({ code, need }) => need !== 'optional' && ['good', 'expired', 'missing'].includes(states.get(code)?.state ?? ''),
  );
  if (counted.length === 0) return null;
  return { good: counted.filter(({ code }) => states.get(code)?.state === 'good').length, of: counted.length };
}

/** Where the form of one item opens. */
export const addressOf = (item: string): string =>
  `/bus/archives/index?${new URLSearchParams({ category: categoryWith(item), add: item }).toString()}`;

/** The category in which an item stands. */
export const categoryWith = (code: string | null): string =>
  catalogue.find(({ items }) => items.some((item) => item.code === code))?.code ?? 'basic';
