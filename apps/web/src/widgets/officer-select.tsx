import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { people } from '#lib/shared-calls.ts';
import { NoneFound } from '#ui/none-found.tsx';

interface Props {
  value?: string | null | undefined;
  valueName?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
  onBlur?: () => void;
}

export function OfficerSelect({ value, valueName, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const results = useQuery({
    queryKey: ['officers', keyword],
    queryFn: ({ signal }) => people.list(keyword === '' ? {} : { keyword }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const options = (results.data ?? []).map(({ id, nickName, username }) => ({
    value: id,
    label: nickName || username,
  }));
  if (value && !options.some((option) => option.value === value) && typed === '')
    options.unshift({ value, label: valueName ?? '当前责任人' });
  return (
    <Select
      placeholder="输入姓名查找"
      {...rest}
      allowClear
      loading={results.isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={<NoneFound of={results}>没有找到这位监管人员</NoneFound>}
    />
  );
}

export function OfficerName({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['officers', ''],
    queryFn: ({ signal }) => people.list({}, { signal, quiet: true }),
    staleTime: 60_000,
  });
  const officer = data?.find((one) => one.id === id);
  return <>{officer ? officer.nickName || officer.username : '已选的一位'}</>;
}
