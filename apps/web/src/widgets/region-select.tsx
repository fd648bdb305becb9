import { regionAncestors } from '@anlan/contract/domain/region-code';
import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Cascader } from 'antd';
import { useDeferredValue, useState } from 'react';
import { dictionaries } from '#lib/shared-calls.ts';
import { NoneFound } from '#ui/none-found.tsx';
import { byDivision, foundOptions, loadedOptions, pathOf, type RegionOption } from './region-options.ts';
import { townsBelow, townSearch } from './towns.ts';

interface Props {
  value?: string | null | undefined;
  onChange?: (code: string | null) => void;
  anyLevel?: boolean;
  towns?: boolean;
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  onBlur?: () => void;
}

const childrenOf = (parent: string) => ({
  queryKey: ['region', parent],
  queryFn: (): Promise<Region[]> => dictionaries.regionChildren(parent === '' ? {} : { parent }, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

const divisionOrTown = (parent: string) => (parent.length === 9 ? townsBelow(parent) : childrenOf(parent));

/** Selects a region by level, or by name, code or pinyin initials. */
export function RegionSelect({ value, onChange, anyLevel = false, towns = false, ...rest }: Props) {
  const [opened, setOpened] = useState<string[]>(['']);
  const [q, setQ] = useState('');
  const searchText = useDeferredValue(q.trim());
  const upper = value ? regionAncestors(value) : [];
  const parents = [...new Set([...opened, ...upper])];
  const loaded = useQueries({ queries: parents.map(divisionOrTown) });
  const streets = useQuery({ ...townsBelow(''), enabled: towns });
  const results = useQuery({
    queryKey: ['region-search', searchText],
    queryFn: ({ signal }) => dictionaries.regionSearch({ q: searchText }, { signal, quiet: true }),
    enabled: searchText !== '',
    placeholderData: keepPreviousData,
  });
  const foundTowns = useQuery({
    ...townSearch(searchText),
    enabled: towns && searchText !== '',
    placeholderData: keepPreviousData,
  });
  const all = [...(results.data ?? []), ...(foundTowns.data ?? [])];
  const hits = new Set(all.map(({ code }) => code));
  const below = byDivision(towns ? (streets.data ?? []) : []);
  const loadedRegions = new Map([...parents.map((parent, at) => [parent, loaded[at]?.data] as const), ...below]);
  const reading = searchText === '' ? loaded[parents.indexOf('')] : results;
  const options = q.trim() === '' ? loadedOptions(loadedRegions) : foundOptions(all);
  return (
    <Cascader<RegionOption>
      {...rest}
      allowClear
      loading={reading?.isPending ?? false}
      changeOnSelect={anyLevel}
      options={options}
      value={value ? pathOf(value) : []}
      onChange={(path: unknown) => onChange?.(Array.isArray(path) ? String(path.at(-1)) : null)}
      loadData={(path) => {
        const code = path.at(-1)?.value;
        if (code) setOpened([...opened, code]);
      }}
      showSearch={{
        searchValue: q,
        onSearch: setQ,
        filter: (_text, path) => hits.has(path.at(-1)?.value ?? ''),
        render: (_text, path) => path.map(({ label }) => label).join(' / '),
        limit: 50,
      }}
      displayRender={(labels) => labels.at(-1)}
      notFoundContent={reading && <NoneFound of={reading}>没有找到，试试区县名称或拼音首字母</NoneFound>}
    />
  );
}

export function RegionName({ code }: { code: string }) {
  const upper = regionAncestors(code);
  const levels = useQueries({ queries: ['', ...upper].map(childrenOf) });
  const names = [...upper, code].map((each, at) => levels[at]?.data?.find((region) => region.code === each)?.name);
  return <>{names.every(Boolean) ? names.join(' / ') : code}</>;
}
