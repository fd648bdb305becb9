import type { DictionaryItem } from '@anlan/contract/modules/dictionary/dictionary';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { fetchOrStored } from '#lib/offline/answers.ts';
import { dictionaries } from '#lib/shared-calls.ts';

/** Maps the code used in rows to the value used in the dictionary. The contract defines it. */
export type Codes = Readonly<Record<string, string>>;

const none: DictionaryItem[] = [];

export function useDictionary(type: string) {
  const query = useQuery({
    queryKey: ['dictionary', type],
    // Dictionaries are stored for offline use, because offline work shows their labels.
    queryFn: ({ signal }) =>
      fetchOrStored(`dictionary ${type}`, () => dictionaries.byType({ type }, { signal, quiet: true })),
    staleTime: 10 * 60_000,
  });
  return { items: query.data ?? none, isPending: query.isPending, found: query };
}

export const itemsIn = (client: QueryClient, type: string): readonly DictionaryItem[] =>
  client.getQueryData<DictionaryItem[]>(['dictionary', type]) ?? none;

export function itemOf(items: readonly DictionaryItem[], value: string, codes?: Codes): DictionaryItem | undefined {
  const wire = codes?.[value] ?? value;
  return items.find((item) => item.value === wire);
}

/** The value that rows contain for a dictionary item: its code if the contract has one, else the dictionary value. */
export function valueOf(item: Pick<DictionaryItem, 'value'>, codes?: Codes): string {
  return Object.entries(codes ?? {}).find(([, wire]) => wire === item.value)?.[0] ?? item.value;
}
