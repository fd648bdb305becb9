import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { NoneFound } from '#ui/none-found.tsx';
import { enterpriseChosen, enterpriseSearch } from '#lib/enterprise-choice.ts';

interface Props {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
  disabled?: boolean;
  onBlur?: () => void;
}

export function EnterpriseSelect({ value, onChange, placeholder = '输入企业名称查找', ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const keyword = useDeferredValue(typed.trim());
  const results = useQuery({ ...enterpriseSearch(keyword), enabled: open });
  const current = useQuery(enterpriseChosen(value ?? ''));
  const options = (results.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: current.data?.name ?? '已选企业' });
  return (
    <Select
      {...rest}
      allowClear
      placeholder={placeholder}
      loading={results.isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      onOpenChange={setOpen}
      popupMatchSelectWidth={300}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={<NoneFound of={results}>没有找到</NoneFound>}
    />
  );
}

export function EnterpriseName({ id }: { id: string }) {
  const { data } = useQuery(enterpriseChosen(id));
  return <>{data?.name ?? '已选企业'}</>;
}
