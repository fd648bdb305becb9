import { useQuery } from '@tanstack/react-query';
import { hasPermit, usePerson } from '#lib/current-user.ts';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, type FilterControl, type ListFilter } from '#ui/list/list-filters.tsx';
import { NoneFound } from '#ui/none-found.tsx';
import { EnterpriseName, EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { OrganName, OrganSelect } from '#widgets/organ-select.tsx';
import { roleChoices, type UserFilter } from '../calls.ts';
import { RoleName } from './person-controls.tsx';

const filter = filterOf<UserFilter>();

const standings = [
  { value: 'open', label: '可登录' },
  { value: 'locked', label: '停用' },
] as const;
const approvals = [
  { value: 'pending', label: '待审核' },
  { value: 'rejected', label: '已驳回' },
] as const;

function RoleFilter(props: FilterControl<string>) {
  const rolesQuery = useQuery(roleChoices());
  return (
    <FilterChoice
      {...props}
      loading={rolesQuery.isFetching}
      notFoundContent={<NoneFound of={rolesQuery} />}
      options={(rolesQuery.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
      popupMatchSelectWidth={200}
    />
  );
}

const wordOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((one) => one.value === value)?.label ?? value;

const standing = filter({
  name: 'lockFlag',
  label: '状态',
  control: (props) => <FilterChoice {...props} options={standings} />,
  words: (value) => wordOf(standings, value),
});
const role = filter({
  name: 'roleId',
  label: '角色',
  control: (props) => <RoleFilter {...props} />,
  words: (id) => <RoleName id={id} />,
});
const approval = filter({
  name: 'approval',
  label: '注册审核',
  control: (props) => <FilterChoice {...props} options={approvals} />,
  words: (value) => wordOf(approvals, value),
});
const enterprise = filter({
  name: 'enterpriseId',
  label: '所属企业',
  control: ({ value, onChange, label }) => (
    <EnterpriseSelect
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
    />
  ),
  words: (id) => <EnterpriseName id={id} />,
});
const organ = filter({
  name: 'organId',
  label: '机构',
  control: ({ value, onChange, label }) => (
    <OrganSelect aria-label={label} placeholder={label} value={value} onChange={(id) => onChange(id ?? undefined)} />
  ),
  words: (id) => <OrganName id={id} />,
});

const isRegulator = () => usePerson.getState().info?.sysUser.type === 'regulator';
const rare = (one: ListFilter<UserFilter>): ListFilter<UserFilter> => ({ ...one, more: true });

export const userFilters = () => [
  'type' as const,
  standing,
  role,
  ...(hasPermit('sys:organ:index') ? [rare(organ)] : []),
  ...(isRegulator() ? [rare(approval), rare(enterprise)] : []),
];
export const staffFilters = () => (isRegulator() ? [enterprise, standing, role, approval] : [standing, role]);
