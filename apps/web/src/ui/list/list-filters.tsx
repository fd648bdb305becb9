import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useStableCallback } from '#ui/use-stable-callback.ts';
import { AfterRows } from './after-rows.tsx';
import { isEmpty } from './query.ts';
import type { ListQuery } from './use-list-query.ts';
import { useNarrow } from './use-narrow.ts';

const SearchBox = lazyPart(async () => (await import('./search-box.tsx')).SearchBox);
const room = <span className="list-room" />;
const searchRoom = <span className="list-room list-search" />;

/** Props of a filter control. `onChange(undefined)` clears the filter. `quiet` is true while the user types. */
export interface FilterControl<V> {
  value: V | undefined;
  onChange: (value: V | undefined, quiet?: boolean) => void;
  label: string;
}

export interface ListFilter<F, K extends keyof F = keyof F> {
  name: K;
  label: string;
  /** Absent for a filter that only links set: it has a chip and no control. */
  control?: (props: FilterControl<F[K]>) => ReactNode;
  /** Converts the value to the text of its chip. A list built with src/kit derives this text. */
  words?: (value: NonNullable<F[K]>) => ReactNode;
  more?: boolean;
}

/** Creates a filter. The filter name decides the value type of the control. */
export const filterOf =
  <F,>() =>
  <K extends keyof F>(filter: ListFilter<F, K>): ListFilter<F> =>
    // Each control gets only the value of its own filter; the type of a mixed list cannot express that.
    filter as unknown as ListFilter<F>;

interface Props<F, S extends string> {
  query: ListQuery<F, S>;
  search: { name: keyof F & string; placeholder: string } | undefined;
  filters: readonly ListFilter<F>[];
  end?: ReactNode;
}

/**
 * The filter row of a list: search box, selects, 更多筛选 and 清除. The controls load after the rows; their space is
 * reserved.
 */
export function ListFilters<F extends object, S extends string>({ query, search, filters: all, end }: Props<F, S>) {
  const filters = all.filter(({ control }) => control);
  const narrow = useNarrow();
  const { filter } = query.input;
  const rare = narrow ? filters : filters.filter(({ more }) => more);
  const hidden = rare.filter(({ name }) => !isEmpty(filter[name])).length;
  const [open, setOpen] = useState(() => hidden > 0 && !narrow);
  // A stable callback: antd selects render slowly, so each renders only when its own value changes.
  const set = useStableCallback((name: keyof F, value: unknown, quiet?: boolean) =>
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
          {control?.({ label, value, onChange: (next, quiet) => set(name, next, quiet) })}
        </AfterRows>
      </span>
    );
  }, [filter, value, set]);
}

/** Moves the focus to the list, because the pressed button is about to disappear. */
export const stayInList = (button: HTMLElement): void =>
  button.closest<HTMLElement>('section.list')?.focus({ preventScroll: true });

const only = <F extends object>(name: keyof F, value: unknown) => ({ [name]: value }) as Partial<F>;
