// How complete an archive is; pure.
import { catalogue, type CatalogueItem, type Feature } from '@anlan/contract/modules/archive/catalogue';
import type { Completeness, ItemState } from '@anlan/contract/modules/archive/views';

/** What is there for one item. */
export interface Counted {
  readonly good: number;
  readonly expired: number;
}
/** What is known of one archive. */
export interface ArchiveFacts {
  readonly features: ReadonlySet<Feature>;
  /** By item; what is left out has nothing. */
  readonly counted: ReadonlyMap<string, Counted>;
  /** Items that are said not to apply, which no regulator has refused. */
  readonly waived: ReadonlySet<string>;
}

/** How an item stands. A document speaks louder than a waiver; a feature that is not there asks for nothing. */
export function stateOf(item: CatalogueItem, { features, counted, waived }: ArchiveFacts): ItemState {
  const { good, expired } = counted.get(item.code) ?? { good: 0, expired: 0 };
  if (good > 0) return 'good';
  if (waived.has(item.code)) return 'waived';
  if (item.when !== null && !features.has(item.when) && expired === 0) return 'notApplicable';
  if (expired > 0) return 'expired';
  // What the system fills is asked of nobody.
  if (item.need === 'system') return 'notApplicable';
  return item.need === 'optional' ? 'none' : 'missing';
}

/** Whether an item counts: asked for, and there or lacking. */
const counts = (item: Pick<CatalogueItem, 'need'>, state: ItemState): boolean =>
  item.need !== 'optional' && (state === 'good' || state === 'expired' || state === 'missing');

/** How complete an archive is; an item that is not asked for is in none of the numbers. */
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
    // Rounded down: an archive that lacks one of three hundred is not whole.
    rate: applicable === 0 ? null : Math.floor((good / applicable) * 100),
    first: lacking?.item.code ?? null,
  };
}
