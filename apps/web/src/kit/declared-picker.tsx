import { declaredResources } from '@anlan/contract/modules';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { use, useDeferredValue, useEffect, useRef, useState } from 'react';
import { NoneFound } from '#ui/none-found.tsx';
import { cellOf } from './cells.tsx';
import { OwnerContext, type PickerProps } from './modules.ts';
import { bind, fieldsOf, ownerOf, titleOf, type AnyFilter, type AnyRow, type Bound, type Values } from './resource.ts';

interface Props extends PickerProps {
  target: string;
  pick?: Values | undefined;
}

const boundByName = new Map<string, Bound>();

function boundOf(target: string): Bound {
  const made = boundByName.get(target);
  if (made) return made;
  const declaration = declaredResources.find(({ resource }) => resource.name === target);
  if (declaration === undefined) throw new Error(`no resource is called ${target}`);
  const bound = bind(declaration.resource, declaration.calls);
  boundByName.set(target, bound);
  return bound;
}

const offered = 20;
const noWay = () => null;

export function DeclaredPicker({ target, pick, value, onChange, valueName, placeholder, ...rest }: Props) {
  const bound = boundOf(target);
  const { of } = bound;
  const whose = use(OwnerContext);
  const owner = ownerOf(of);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const keyword = useDeferredValue(typed.trim());
  const isSearched = fieldsOf(of).some(([, { search }]) => search);
  const filter: AnyFilter = {
    ...pick,
    ...(owner && whose && of.fields[owner]?.spec.filter ? { [owner]: whose } : {}),
    ...(isSearched && keyword !== '' ? { keyword } : {}),
  };
  const results = useQuery({
    ...bound.page({ page: 1, size: isSearched ? offered : 100, sort: [...bound.order], filter }),
    enabled: open,
  });
  const rows = results.data?.rows ?? [];
  // The form knows only the name of the row's original value, not of a new selection.
  const [first] = useState(value);
  const name = value === first ? valueName : undefined;
  const inRows = rows.find(({ id }) => id === value);
  const held = useQuery({
    ...bound.one(value ?? ''),
    enabled: Boolean(value) && !name && !inRows && bound.has('get'),
  });
  // When the enterprise of the form changes, the selection is cleared, because the selected record belongs to the
  // former enterprise.
  const before = useRef(whose);
  useEffect(() => {
    if (before.current && owner && whose !== before.current && value) onChange?.(null);
    before.current = whose;
  }, [whose, owner, value, onChange]);
  const optionOf = (row: AnyRow) => ({ value: row.id, label: titleOf(of, row), row });
  const options: { value: string; label: string; row?: AnyRow }[] = rows.map(optionOf);
  if (value && !inRows)
    options.unshift({ value, label: (held.data && titleOf(of, held.data)) || name || `已选${of.label}` });
  return (
    <Select
      {...rest}
      allowClear
      placeholder={placeholder ?? `选择${of.label}`}
      loading={results.isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      onOpenChange={setOpen}
      popupMatchSelectWidth={280}
      showSearch={{
        searchValue: typed,
        onSearch: setTyped,
        ...(isSearched ? { filterOption: false } : { optionFilterProp: 'label' }),
      }}
      optionRender={({ data: { label, row } }) => (
        <span className="list-two">
          <span>{label}</span>
          {row && of.subtitle !== undefined && <small>{cellOf(of, of.subtitle, row, noWay).text}</small>}
        </span>
      )}
      notFoundContent={<NoneFound of={results}>没有找到{of.label}</NoneFound>}
    />
  );
}
