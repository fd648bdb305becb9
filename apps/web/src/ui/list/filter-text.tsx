import { later } from '#ui/later.tsx';
import type { FilterControl } from './list-filters.tsx';

const SearchBox = later(async () => (await import('./search-box.tsx')).SearchBox);

/** A filter by what is typed. */
export const FilterText = ({ value, onChange, label }: FilterControl<string>) => (
  <SearchBox
    placeholder={label}
    value={value ?? ''}
    onSearch={(text, quiet) => onChange(text === '' ? undefined : text, quiet)}
  />
);
