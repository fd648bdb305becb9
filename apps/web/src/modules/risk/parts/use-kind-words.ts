import { warnedKinds, type WarnedKind } from '@anlan/contract/modules/risk/rule';
import { userType } from '@anlan/contract/modules/session/session';
import { useDictionary } from '#widgets/dictionary.ts';

/**
 * Names of the user types that a warning addresses, from the dictionary. Default names are used until the dictionary
 * is loaded.
 */
export function useKindWords(): Readonly<Record<WarnedKind, string>> {
  const { items } = useDictionary('userType');
  const word = (kind: WarnedKind) => items.find(({ value }) => value === userType[kind])?.label ?? warnedKinds[kind];
  return { regulator: word('regulator'), enterprise: word('enterprise'), shop: word('shop') };
}
