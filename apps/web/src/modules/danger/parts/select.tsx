import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { dangerOne, dangerPage, dangerStart } from '../calls.ts';

interface Props {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

/** Chooses another danger by a part of its name. */
export function DangerSelect({ value, onChange, placeholder = '输入隐患名称查找', ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery(dangerPage({ page: 1, size: 20, sort: [], filter: keyword === '' ? {} : { keyword } }));
  const chosen = useQuery({ ...dangerOne(value ?? ''), enabled: Boolean(value) });
  const options = (found.data?.rows ?? []).map(({ id, no, title }) => ({ value: id, label: `${no} ${title}` }));
  if (value && !options.some((one) => one.value === value))
    options.unshift({ value, label: chosen.data?.title ?? '已选隐患' });
  return (
    <Select
      {...rest}
      allowClear
      placeholder={placeholder}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent="没有找到"
    />
  );
}

/** Chooses who of the enterprise puts a danger right. */
export function DutySelect({
  value,
  onChange,
  enterpriseId,
  placeholder = '主要负责人',
  ...rest
}: Props & { enterpriseId: string | undefined }) {
  const { data, isFetching } = useQuery(dangerStart(enterpriseId));
  const options = (data?.people ?? []).map(({ id, name, post, department }) => ({
    value: id,
    label: [name, post, department].filter(Boolean).join(' · '),
  }));
  return (
    <Select
      {...rest}
      allowClear
      placeholder={placeholder}
      loading={isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有在岗人员，先登记从业人员"
    />
  );
}
