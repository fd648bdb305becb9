import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { dangerStart } from '../calls.ts';

interface Props {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

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
      notFoundContent={options.length === 0 ? '没有在岗人员，先登记从业人员' : '没有找到这个人'}
    />
  );
}
