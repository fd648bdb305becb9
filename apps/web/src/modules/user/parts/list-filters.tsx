import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { useQuery } from '@tanstack/react-query';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, type FilterControl, type ListFilter } from '#ui/list/list-filters.tsx';
import { NoneFound } from '#ui/none-found.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { DictText } from '#widgets/dict-tag.tsx';
import { EnterpriseName, EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { OrganName, OrganSelect } from '#widgets/organ-select.tsx';
import { roleChoices, type UserFilter } from '../calls.ts';

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
  const found = useQuery(roleChoices());
  return (
    <FilterChoice
      {...props}
      loading={found.isFetching}
      notFoundContent={<NoneFound of={found} />}
      options={(found.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
      popupMatchSelectWidth={200}
    />
  );
}

function RoleName({ id }: { id: string }) {
  const { data } = useQuery(roleChoices());
  return <>{data?.find((one) => one.id === id)?.roleName ?? '已选的一项'}</>;
}
const wordOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((one) => one.value === value)?.label ?? value;

const kind = filter({
  name: 'type',
  label: '类型',
  control: ({ value, onChange, label }) => (
    <DictSelect<UserType>
      type="userType"
      codes={userType}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(next) => onChange(next ?? undefined)}
    />
  ),
  words: (value) => <DictText type="userType" codes={userType} value={value} />,
});
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

interface Wanted {
  /** All kinds of people, not staff alone. */
  all: boolean;
  /** The tree of departments has no room beside the list. */
  narrow: boolean;
  /** Enterprises can be told apart. */
  enterprises: boolean;
}
/** Filters of the list. */
export const userFilters = ({ all, narrow, enterprises }: Wanted): ListFilter<UserFilter>[] => [
  ...(enterprises && !all ? [enterprise] : []),
  ...(all ? [kind] : []),
  standing,
  role,
  ...(all && narrow ? [organ] : []),
  ...(enterprises ? [{ ...approval, more: all }] : []),
  ...(enterprises && all ? [{ ...enterprise, more: true }] : []),
];
