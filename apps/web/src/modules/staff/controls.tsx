import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Select } from 'antd';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { usePerson } from '#lib/current-user.ts';
import type { FilterControl } from '#ui/list/list-filters.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { FilterText } from '#ui/list/filter-text.tsx';
import { NoneFound } from '#ui/none-found.tsx';
import { accountsOf, departmentsOf } from './calls.ts';

const enterpriseOf = (row: Parameters<Control>[0]['row']) => textOf(row?.['enterpriseId']) || undefined;

/** Selects an account of the enterprise that is not bound to another employee. */
export const AccountControl: Control = ({ name: _, spec: __, row, value, onChange, ...rest }) => {
  const accountsQuery = useQuery(accountsOf(enterpriseOf(row)));
  const selectedAccountId = textOf(value) || null;
  const options = (accountsQuery.data ?? [])
    .filter(({ id, taken: isTaken }) => !isTaken || id === selectedAccountId || id === row?.['userId'])
    .map(({ id, name, username }) => ({ value: id, label: `${name}（${username}）` }));
  if (selectedAccountId !== null && !options.some((option) => option.value === selectedAccountId))
    options.unshift({ value: selectedAccountId, label: textOf(row?.['userName']) || '当前账号' });
  return (
    <Select
      {...rest}
      allowClear
      placeholder="不绑定"
      loading={accountsQuery.isFetching}
      options={options}
      value={selectedAccountId}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={<NoneFound of={accountsQuery}>没有可绑定的账号，请先在“企业员工”中添加</NoneFound>}
    />
  );
};

export const DepartmentControl: Control = ({ name: _, spec, row, value, onChange, ...rest }) => {
  const departmentsQuery = useQuery(departmentsOf(enterpriseOf(row)));
  const typed = textOf(value);
  return (
    <AutoComplete
      {...rest}
      value={typed}
      options={(departmentsQuery.data ?? []).filter((one) => one.includes(typed)).map((one) => ({ value: one }))}
      onChange={(next: string) => onChange?.(next.slice(0, spec.max))}
    />
  );
};

export function DepartmentFilter(props: FilterControl<string>) {
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  return isStaff ? <OwnDepartments {...props} /> : <FilterText {...props} />;
}
function OwnDepartments(props: FilterControl<string>) {
  const departmentsQuery = useQuery(departmentsOf(undefined));
  return (
    <FilterChoice
      {...props}
      showSearch
      loading={departmentsQuery.isFetching}
      options={(departmentsQuery.data ?? []).map((one) => ({ value: one, label: one }))}
      notFoundContent={<NoneFound of={departmentsQuery}>还没有登记部门</NoneFound>}
    />
  );
}
