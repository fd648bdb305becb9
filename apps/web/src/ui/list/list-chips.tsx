import { Suspense, type ReactNode } from 'react';
import { stayInList, type ListFilter } from './list-filters.tsx';
import { isEmpty } from './query.ts';
import type { ListQuery } from './use-list-query.ts';
import './list-chips.css';

/** One filter that narrows a list, with its value in words; null where its name says all. */
export interface Chip {
  name: string;
  label: string;
  words: ReactNode;
}

interface Props {
  chips: readonly Chip[];
  onRemove: (name: string) => void;
}

/** What narrows a list beside its search, in words; each can be removed by itself. */
export function ListChips({ chips, onRemove }: Props) {
  if (chips.length === 0) return null;
  return (
    <ul className="list-chips" aria-label="筛选条件">
      {chips.map(({ name, label, words }) => (
        <li key={name}>
          <span>
            {label}
            {words !== null && (
              <Suspense fallback="：…">
                ：<b>{words}</b>
              </Suspense>
            )}
          </span>
          <button
            type="button"
            aria-label={`去掉筛选${label}`}
            onClick={({ currentTarget }) => {
              stayInList(currentTarget);
              onRemove(name);
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

interface OwnProps<F, S extends string> {
  query: Pick<ListQuery<F, S>, 'input' | 'setFilter'>;
  /** Those without words stand somewhere else visible. */
  filters: readonly Pick<ListFilter<F>, 'name' | 'label' | 'words'>[];
}

/** Chips of a list that is written by hand: its filters say their values in words. */
export function OwnChips<F extends object, S extends string>({ query, filters }: OwnProps<F, S>) {
  const { filter } = query.input;
  const chips = filters.flatMap(({ name, label, words }) => {
    const value = filter[name];
    return words === undefined || value === undefined || value === null || isEmpty(value)
      ? []
      : [{ name: String(name), label, words: words(value) }];
  });
  return <ListChips chips={chips} onRemove={(name) => query.setFilter({ [name]: undefined } as Partial<F>)} />;
}
