import { Suspense, type ReactNode } from 'react';
import { stayInList } from './list-filters.tsx';
import './list-chips.css';

/** A chip that shows an active filter. `words` is the value as text; null when the label is enough. */
export interface Chip {
  name: string;
  label: string;
  words: ReactNode;
}

interface Props {
  chips: readonly Chip[];
  onRemove: (name: string) => void;
}

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
