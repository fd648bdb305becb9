import { warnedKinds, type WarnedKind } from '@anlan/contract/modules/risk/rule';
import { userType } from '@anlan/contract/modules/session/session';
import { useDictionary } from '#widgets/dictionary.ts';

/** What the dictionary calls those who may be warned; the usual words until it has answered. */
export function useKindWords(): Readonly<Record<WarnedKind, string>> {
  const { items } = useDictionary('userType');
  const word = (kind: WarnedKind) => items.find(({ value }) => value === userType[kind])?.label ?? warnedKinds[kind];
  return { regulator: word('regulator'), enterprise: word('enterprise'), shop: word('shop') };
}
