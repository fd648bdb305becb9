// Computes the completeness of an archive.
import { catalogue, type CatalogueItem, type Feature } from '@anlan/contract/modules/archive/catalogue';
import type { Completeness, ItemState } from '@anlan/contract/modules/archive/views';

export interface Counted {
  readonly good: number;
  readonly expired: number;
}
export interface ArchiveFacts {
  readonly features: ReadonlySet<Feature>;
  /** Counted rows by item code; an item without rows has no entry. */
  readonly counted: ReadonlyMap<string, Counted>;
  /** Codes of items declared not applicable, unless a regulator refused the waiver. */
  readonly waived: ReadonlySet<string>;
}

/**
 * State of one archive item. A document overrides a waiver. An item is not required if the enterprise lacks its
 * feature.
 */
export function stateOf(item: CatalogueItem, { features, counted, waived }: ArchiveFacts): ItemState {
  const { good, expired } = counted.get(item.code) ?? { good: 0, expired: 0 };
  if (good > 0) return 'good';
  if (waived.has(item.code)) return 'waived';
  if (item.when !== null && !features.has(item.when) && expired === 0) return 'notApplicable';
  if (expired > 0) return 'expired';
  // System items are never missing, because users do not upload them.
  if (item.need === 'system') return 'notApplicable';
  return item.need === 'optional' ? 'none' : 'missing';
}

const counts = (item: Pick<CatalogueItem, 'need'>, state: ItemState): boolean =>
  item.need !== 'optional' && (state === 'good' || state === 'expired' || state === 'missing');

/** Completeness over the required items only. */
export function completenessOf(facts: ArchiveFacts): Completeness {
  const judged = catalogue
    .flatMap(({ items }) => items)
    .map((item) => ({ item, state: stateOf(item, facts) }))
    .filter(({ item, state }) => counts(item, state));
  const many = (state: ItemState) => judged.filter((one) => one.state === state).length;
  const [applicable, good] = [judged.length, many('good')];
  const lacking = judged.find(({ state }) => state === 'missing') ?? judged.find(({ state }) => state === 'expired');
  return {
    applicable,
    good,
    missing: many('missing'),
    expired: many('expired'),
    // Rounded down, so that 299 of 300 does not show as complete.
    rate: applicable === 0 ? null : Math.floor((good / applicable) * 100),
    first: lacking?.item.code ?? null,
  };
}
