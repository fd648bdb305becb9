import type { FilterControl } from './list-filters.tsx';
import { SearchBox } from './search-box.tsx';

/** A filter by what is typed. */
export const FilterText = ({ value, onChange, label }: FilterControl<string>) => (
  <SearchBox
    placeholder={label}
    value={value ?? ''}
    onSearch={(text, quiet) => onChange(text === '' ? undefined : text, quiet)}
  />
);
