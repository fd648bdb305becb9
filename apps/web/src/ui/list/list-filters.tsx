import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { later } from '#ui/later.tsx';
import { useSteady } from '#ui/use-steady.ts';
import { AfterRows } from './after-rows.tsx';
import { isEmpty } from './query.ts';
import type { ListQuery } from './use-list-query.ts';
import { useNarrow } from './use-narrow.ts';

const SearchBox = later(async () => (await import('./search-box.tsx')).SearchBox);
const room = <span className="list-room" />;
const searchRoom = <span className="list-room list-search" />;

/** What a filter's control gets; it calls `onChange` with undefined to let the filter go, `quiet` while one types. */
export interface FilterControl<V> {
  value: V | undefined;
  onChange: (value: V | undefined, quiet?: boolean) => void;
  label: string;
}

/** One filter of a list. */
export interface ListFilter<F, K extends keyof F = keyof F> {
  name: K;
  label: string;
  control: (props: FilterControl<F[K]>) => ReactNode;
  /** Its value in words, for the chip above the rows; a list of the kit knows them by itself. */
  words?: (value: NonNullable<F[K]>) => ReactNode;
  /** Stands under 更多筛选. */
  more?: boolean;
}

/** Describes a filter, so that its control is typed by the call's filter of that name. */
export const filterOf =
  <F,>() =>
  <K extends keyof F>(filter: ListFilter<F, K>): ListFilter<F> =>
    // A control only ever meets the filter it is named after; a list of mixed filters cannot say so.
    filter as unknown as ListFilter<F>;

interface Props<F, S extends string> {
  query: ListQuery<F, S>;
  /** The search box: which filter it writes, and what it looks in; none where nothing is searched. */
  search: { name: keyof F & string; placeholder: string } | undefined;
  filters: readonly ListFilter<F>[];
  /** Stands at the end of the row. */
  end?: ReactNode;
}

/** Search box, selects, 更多筛选 and 清除 of a list; the controls come once the rows stand, their room is kept. */
export function ListFilters<F extends object, S extends string>({ query, search, filters, end }: Props<F, S>) {
  const narrow = useNarrow();
  const { filter } = query.input;
  const rare = narrow ? filters : filters.filter(({ more }) => more);
  const hidden = rare.filter(({ name }) => !isEmpty(filter[name])).length;
  const [open, setOpen] = useState(() => hidden > 0 && !narrow);
  // The kit's selects take long to draw: each is drawn when its own value is another one.
  const set = useSteady((name: keyof F, value: unknown, quiet?: boolean) =>
    query.setFilter(only<F>(name, value), quiet),
  );
  const show = (one: ListFilter<F>) => (
    <Filter key={String(one.name)} filter={one} value={filter[one.name]} set={set} />
  );
  return (
    <search className="list-filters">
      {search && (
        <AfterRows room={searchRoom}>
          <SearchBox
            placeholder={search.placeholder}
            value={String(filter[search.name] ?? '')}
            onSearch={(text, quiet) => query.setFilter(only<F>(search.name, text === '' ? undefined : text), quiet)}
          />
        </AfterRows>
      )}
      {narrow ? null : filters.filter(({ more }) => !more).map(show)}
      {rare.length > 0 && (
        <Button
          type={narrow ? 'default' : 'link'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="list-more"
        >
          {narrow ? '筛选' : open ? '收起筛选' : '更多筛选'}
          {!open && hidden > 0 && (
            <i className="list-count" aria-hidden>
              {hidden}
            </i>
          )}
        </Button>
      )}
      <span className="list-end">
        {query.filters > 0 && (
          <Button
            type="link"
            className="list-clear"
            onClick={({ currentTarget }) => {
              stayInList(currentTarget);
              query.clear();
            }}
          >
            清除
          </Button>
        )}
        {end}
      </span>
      {open && <div className="list-rare">{rare.map(show)}</div>}
    </search>
  );
}

interface FilterProps<F> {
  filter: ListFilter<F>;
  value: F[keyof F];
  set: (name: keyof F, value: unknown, quiet?: boolean) => void;
}

function Filter<F extends object>({ filter, value, set }: FilterProps<F>) {
  return useMemo(() => {
    const { name, label, control } = filter;
    return (
      <span className="list-filter">
        <AfterRows room={room}>
          {control({ label, value, onChange: (next, quiet) => set(name, next, quiet) })}
        </AfterRows>
      </span>
    );
  }, [filter, value, set]);
}

/** Keeps the keyboard in the list where the button that was pressed is about to go. */
export const stayInList = (button: HTMLElement): void =>
  button.closest<HTMLElement>('section.list')?.focus({ preventScroll: true });

const only = <F extends object>(name: keyof F, value: unknown) => ({ [name]: value }) as Partial<F>;
