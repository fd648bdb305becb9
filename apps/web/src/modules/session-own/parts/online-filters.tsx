import { userType } from '@anlan/contract/modules/session/session';
import { filterOf, type ListFilter } from '#ui/list/list-filters.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import type { OnlineFilter } from '../calls.ts';

const filter = filterOf<OnlineFilter>();

const kind = filter({
  name: 'type',
  label: '用户类型',
  control: ({ value, onChange, label }) => (
    <DictSelect
      type="userType"
      codes={userType}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(next: OnlineFilter['type'] | null) => onChange(next ?? undefined)}
    />
  ),
});
const enterprise = filter({
  name: 'enterpriseId',
  label: '当前企业',
  control: ({ value, onChange, label }) => (
    <EnterpriseSelect
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(next) => onChange(next ?? undefined)}
    />
  ),
});

/** Filters of who is online; who sees no enterprises is not asked for one. */
export const onlineFilters = (seesEnterprises: boolean): ListFilter<OnlineFilter>[] =>
  seesEnterprises ? [kind, enterprise] : [kind];
