import { Select, type SelectProps } from 'antd';
import { NoneFound } from '#ui/none-found.tsx';
import { useDictionary, valueOf, type Codes } from './dictionary.ts';

interface Shared extends Omit<SelectProps, 'options' | 'value' | 'onChange' | 'mode' | 'defaultValue'> {
  type: string;
  codes?: Codes | undefined;
  without?: readonly string[];
}

interface One<V extends string> extends Shared {
  multiple?: false;
  value?: V | null | undefined;
  onChange?: (value: V | null) => void;
}

interface Many<V extends string> extends Shared {
  multiple: true;
  value?: V[] | null | undefined;
  onChange?: (value: V[]) => void;
}

/** Select for the items of a dictionary. Its value is the code that rows contain. */
export function DictSelect<V extends string = string>({
  type,
  codes,
  without = [],
  multiple,
  value,
  onChange,
  ...rest
}: One<V> | Many<V>) {
  const { items, isPending, found: query } = useDictionary(type);
  const held = [value ?? []].flat();
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      notFoundContent={<NoneFound of={query}>没有找到</NoneFound>}
      maxTagCount="responsive"
      maxTagPlaceholder={(left) => (left.length === held.length ? `已选 ${left.length} 项` : `+${left.length}`)}
      placeholder="请选择"
      {...rest}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      options={items
        .map((item) => ({ value: valueOf(item, codes), label: item.label, enabled: item.enabled }))
        .filter(({ value: each }) => !without.includes(each))
        // A disabled item is offered only where it is already selected, so that its label shows.
        .filter(({ value: each, enabled }) => enabled || held.some((one) => one === each))
        .map(({ value: each, label }) => ({ value: each, label }))}
      value={value ?? (multiple ? [] : null)}
      onChange={(next) => (onChange as ((value: unknown) => void) | undefined)?.(next ?? null)}
    />
  );
}
