import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Cascader } from 'antd';
import { useEffect, useState } from 'react';
import type { RegionOption } from './region-options.ts';
import { townsBelow } from './towns.ts';

interface Props {
  division: string | null;
  value?: string | null | undefined;
  onChange?: (code: string | null) => void;
  id?: string;
  onBlur?: () => void;
}

const optionOf = ({ code, name, leaf }: Region): RegionOption => ({ value: code, label: name, isLeaf: leaf });

/** Selects a town of a region, or a grid of the town, when the tenant uses them. */
export function TownSelect({ division, value, onChange, ...rest }: Props) {
  const [opened, setOpened] = useState<string[]>([]);
  const streets = useQuery({ ...townsBelow(division ?? ''), enabled: division !== null });
  const open = [...new Set([...opened, ...(value?.length === 12 ? [value.slice(0, 9)] : [])])];
  const grids = useQueries({ queries: open.map(townsBelow) });
  const isElsewhere = Boolean(value && division && !value.startsWith(division));
  useEffect(() => {
    if (isElsewhere) onChange?.(null);
  }, [isElsewhere, onChange]);
  const listed = division === null ? [] : (streets.data ?? []);
  const options = listed.map((street) => {
    const below = grids[open.indexOf(street.code)]?.data;
    return { ...optionOf(street), ...(below && below.length > 0 ? { children: below.map(optionOf) } : {}) };
  });
  return (
    <Cascader<RegionOption>
      {...rest}
      allowClear
      changeOnSelect
      disabled={options.length === 0 && !value}
      placeholder={
        division === null
          ? '先选择行政区划'
          : streets.isPending
            ? '加载中…'
            : streets.error && !streets.data
              ? '没有读到街道'
              : options.length === 0
                ? '该区县还没有维护街道'
                : '街道 / 网格'
      }
      options={options}
      value={value && !isElsewhere ? (value.length === 12 ? [value.slice(0, 9), value] : [value]) : []}
      onChange={(path: unknown) => onChange?.(Array.isArray(path) ? String(path.at(-1)) : null)}
      loadData={(path) => {
        const code = path.at(-1)?.value;
        if (code) setOpened([...opened, code]);
      }}
      displayRender={(labels) => labels.join('')}
    />
  );
}
