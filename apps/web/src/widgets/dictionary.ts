import type { DictionaryItem } from '@anlan/contract/modules/dictionary/dictionary';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { askKept } from '#lib/kept/day.ts';
import { dictionaries } from '#lib/shared-calls.ts';

/** Clean code → value on the wire, as the contract has it; rows carry the code, dictionaries the value. */
export type Codes = Readonly<Record<string, string>>;

const none: DictionaryItem[] = [];

/** The items of a dictionary, in their order; empty until they are here. */
export function useDictionary(type: string) {
  const found = useQuery({
    queryKey: ['dictionary', type],
    // Work without a network reads them too.
    queryFn: ({ signal }) =>
      askKept(`dictionary ${type}`, () => dictionaries.byType({ type }, { signal, quiet: true })),
    staleTime: 10 * 60_000,
  });
  return { items: found.data ?? none, isPending: found.isPending, found };
}

/** The items of a dictionary that is shown already; none where it is not. */
export const itemsIn = (client: QueryClient, type: string): readonly DictionaryItem[] =>
  client.getQueryData<DictionaryItem[]>(['dictionary', type]) ?? none;

/** The item that a row's code or value means. */
export function itemOf(items: readonly DictionaryItem[], value: string, codes?: Codes): DictionaryItem | undefined {
  const wire = codes?.[value] ?? value;
  return items.find((item) => item.value === wire);
}

/** The value that a row carries for an item: the clean code where there is one. */
export function valueOf(item: Pick<DictionaryItem, 'value'>, codes?: Codes): string {
  return Object.entries(codes ?? {}).find(([, wire]) => wire === item.value)?.[0] ?? item.value;
}
