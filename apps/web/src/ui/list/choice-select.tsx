import { Select, type SelectProps } from 'antd';
import type { FilterControl } from './list-filters.tsx';

type Choice<V> = { value: V; label: string };

export interface ChoiceProps<V>
  extends
    FilterControl<V>,
    Pick<SelectProps<V, Choice<V>>, 'loading' | 'showSearch' | 'popupMatchSelectWidth' | 'notFoundContent'> {
  options: readonly Choice<V>[];
}

export function ChoiceSelect<V extends string | number | boolean>({
  value,
  onChange,
  label,
  options,
  ...rest
}: ChoiceProps<V>) {
  return (
    <Select<V, Choice<V>>
      {...rest}
      allowClear
      aria-label={label}
      placeholder={label}
      options={[...options]}
      value={value ?? null}
      onChange={(next: V | undefined) => onChange(next)}
    />
  );
}
