import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { NoneFound } from '#ui/none-found.tsx';
import { enterpriseSearch } from '#lib/enterprise-choice.ts';
import { EnterpriseName } from '#widgets/enterprise-select.tsx';

interface Props {
  /** Enterprises whose names are already loaded. */
  named: UserRow['enterprises'];
  value: string[];
  onChange: (ids: string[]) => void;
  id?: string;
  onBlur?: () => void;
}

export function EnterprisesSelect({ named, value, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const keyword = useDeferredValue(typed.trim());
  const results = useQuery({ ...enterpriseSearch(keyword), enabled: open });
  const options = (results.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const selected = value
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: named.find((one) => one.id === id)?.name ?? <EnterpriseName id={id} /> }));
  return (
    <Select
      {...rest}
      mode="multiple"
      placeholder="输入企业名称查找，可选多家"
      loading={results.isFetching}
      options={[...selected, ...options]}
      value={value}
      onOpenChange={setOpen}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={<NoneFound of={results}>没有找到</NoneFound>}
    />
  );
}
