import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { NoneFound } from '#ui/none-found.tsx';
import { enterpriseSearch } from '#lib/enterprise-choice.ts';

interface Props {
  /** Enterprises whose names are known already. */
  known: UserRow['enterprises'];
  value?: string[];
  onChange?: (ids: string[]) => void;
  id?: string;
  onBlur?: () => void;
}

/** Chooses the enterprises that somebody works for, by part of their names. */
export function EnterprisesSelect({ known, value = [], onChange, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])));
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery({ ...enterpriseSearch(keyword), enabled: open });
  const options = (found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const held = value
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: names.get(id) ?? '已选企业' }));
  return (
    <Select<string[], { value: string; label: string }>
      {...rest}
      mode="multiple"
      placeholder="输入企业名称查找，可选多家"
      loading={found.isFetching}
      options={[...held, ...options]}
      value={value}
      onChange={(ids, chosen) => {
        setNames(
          new Map([...names, ...[chosen].flat().flatMap((one) => (one ? [[one.value, one.label] as const] : []))]),
        );
        onChange?.(ids);
      }}
      onOpenChange={setOpen}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={<NoneFound of={found}>没有找到</NoneFound>}
    />
  );
}
