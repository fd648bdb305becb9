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
  /** Six digits, or null. */
  value?: string | null | undefined;
  onChange?: (code: string | null) => void;
  /** A province or city may be chosen as well (filters). */
  anyLevel?: boolean;
  /** Goes on to the tenant's streets and grids where there are some. */
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

/** Chooses a division: level by level, or by part of a name, a code or pinyin initials. */
export function RegionSelect({ value, onChange, anyLevel = false, towns = false, ...rest }: Props) {
  const [opened, setOpened] = useState<string[]>(['']);
  const [q, setQ] = useState('');
  const asked = useDeferredValue(q.trim());
  const upper = value ? regionAncestors(value) : [];
  const parents = [...new Set([...opened, ...upper])];
  const loaded = useQueries({ queries: parents.map(divisionOrTown) });
  const streets = useQuery({ ...townsBelow(''), enabled: towns });
  const found = useQuery({
    queryKey: ['region-search', asked],
    queryFn: ({ signal }) => dictionaries.regionSearch({ q: asked }, { signal, quiet: true }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const foundTowns = useQuery({
    ...townSearch(asked),
    enabled: towns && asked !== '',
    placeholderData: keepPreviousData,
  });
  const all = [...(found.data ?? []), ...(foundTowns.data ?? [])];
  const hits = new Set(all.map(({ code }) => code));
  const below = byDivision(towns ? (streets.data ?? []) : []);
  const known = new Map([...parents.map((parent, at) => [parent, loaded[at]?.data] as const), ...below]);
  const reading = asked === '' ? loaded[parents.indexOf('')] : found;
  const options = q.trim() === '' ? loadedOptions(known) : foundOptions(all);
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

/** Names of a division from the province down. */
export function RegionName({ code }: { code: string }) {
  const upper = regionAncestors(code);
  const levels = useQueries({ queries: ['', ...upper].map(childrenOf) });
  const names = [...upper, code].map((each, at) => levels[at]?.data?.find((region) => region.code === each)?.name);
  return <>{names.every(Boolean) ? names.join(' / ') : code}</>;
}
