import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { NoneFound } from '#ui/none-found.tsx';

interface Props {
  value?: string | null | undefined;
  onChange?: (id: string | null) => void;
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  onBlur?: () => void;
  valueName?: string | undefined;
}

export function AccountSelect({ value, onChange, valueName, placeholder = '选择公众号', ...rest }: Props) {
  const results = useQuery(accountChoices());
  const options = (results.data ?? []).map(({ id, name, enabled }) => ({
    value: id,
    label: enabled ? name : `${name}（已停用）`,
  }));
  if (value && valueName && !options.some((option) => option.value === value))
    options.unshift({ value, label: valueName });
  return (
    <Select
      {...rest}
      allowClear
      placeholder={placeholder}
      loading={results.isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      notFoundContent={<NoneFound of={results}>还没有公众号，请先在公众号列表登记</NoneFound>}
    />
  );
}
