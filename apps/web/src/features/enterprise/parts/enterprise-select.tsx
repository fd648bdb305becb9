import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { enterpriseOne, enterpriseSearch } from '../calls.ts';

interface Props {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  onBlur?: () => void;
}

/** Chooses another enterprise of the tenant by part of its name. */
export function EnterpriseSelect({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery(enterpriseSearch(keyword));
  const chosen = useQuery({ ...enterpriseOne(value ?? ''), enabled: Boolean(value) });
  const options = (typed === '' ? [] : (found.data?.rows ?? [])).map(({ id, name }) => ({ value: id, label: name }));
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: chosen.data?.name ?? '已选企业' });
  return (
    <Select
      {...rest}
      allowClear
      placeholder="输入企业名称查找"
      loading={found.isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={keyword === '' ? '输入企业名称查找' : found.isFetching ? '查找中…' : '没有找到'}
    />
  );
}
