import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { usePerson } from '#lib/person.ts';
import type { FilterControl } from '#ui/list/list-filters.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { FilterText } from '#ui/list/filter-text.tsx';
import { NoneFound } from '#ui/none-found.tsx';
import { accountsOf, departmentsOf } from './calls.ts';

const enterpriseOf = (row: Parameters<Control>[0]['row']) => textOf(row?.['enterpriseId']) || undefined;

/** Chooses one of the enterprise's accounts that nobody else is bound to. */
export const AccountControl: Control = ({ name: _, spec: __, row, value, onChange, ...rest }) => {
  const found = useQuery(accountsOf(enterpriseOf(row)));
  const chosen = textOf(value) || null;
  const options = (found.data ?? [])
    .filter(({ id, taken }) => !taken || id === chosen || id === row?.['userId'])
    .map(({ id, name, username }) => ({ value: id, label: `${name}（${username}）` }));
  if (chosen !== null && !options.some((option) => option.value === chosen))
    options.unshift({ value: chosen, label: textOf(row?.['userName']) || '当前账号' });
  return (
    <Select
      {...rest}
      allowClear
      placeholder="不绑定"
      loading={found.isFetching}
      options={options}
      value={chosen}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={<NoneFound of={found}>没有可绑定的账号，请先在“企业员工”中添加</NoneFound>}
    />
  );
};

/** A department: one that the enterprise has already, or a new one. */
export const DepartmentControl: Control = ({ name: _, spec, row, value, onChange, ...rest }) => {
  const found = useQuery(departmentsOf(enterpriseOf(row)));
  const typed = textOf(value);
  return (
    <AutoComplete
      {...rest}
      value={typed}
      options={(found.data ?? []).filter((one) => one.includes(typed)).map((one) => ({ value: one }))}
      onChange={(next: string) => onChange?.(next.slice(0, spec.max))}
    />
  );
};

/** The filter by department: whoever works in one enterprise chooses from its own. */
export function DepartmentFilter(props: FilterControl<string>) {
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  return isStaff ? <OwnDepartments {...props} /> : <FilterText {...props} />;
}
function OwnDepartments(props: FilterControl<string>) {
  const found = useQuery(departmentsOf(undefined));
  return (
    <FilterChoice
      {...props}
      showSearch
      loading={found.isFetching}
      options={(found.data ?? []).map((one) => ({ value: one, label: one }))}
      notFoundContent={<NoneFound of={found}>还没有登记部门</NoneFound>}
    />
  );
}
