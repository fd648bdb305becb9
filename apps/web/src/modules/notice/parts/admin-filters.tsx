import type { AnnouncementState } from '@anlan/contract/modules/notice/announcement';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, type ListFilter } from '#ui/list/list-filters.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import type { AdminFilter } from '../calls.ts';
import { stateWords } from '../rules.ts';

const filter = filterOf<AdminFilter>();
const states = (Object.keys(stateWords) as AnnouncementState[]).map((value) => ({
  value,
  label: stateWords[value].label,
}));

/** Filters of the publisher's list. */
export const adminFilters: ListFilter<AdminFilter>[] = [
  filter({
    name: 'state',
    label: '状态',
    control: ({ value, onChange, label }) => (
      <FilterChoice
        label={label}
        options={states}
        value={value?.[0]}
        onChange={(state) => onChange(state === undefined ? undefined : [state])}
      />
    ),
  }),
  filter({
    name: 'kind',
    label: '类别',
    control: ({ value, onChange, label }) => (
      <DictSelect
        multiple
        type="noticeKind"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next: string[]) => onChange(next.length > 0 ? next : undefined)}
      />
    ),
  }),
];
