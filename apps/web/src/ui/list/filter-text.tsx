import { lazyPart } from '#ui/lazy-part.tsx';
import type { FilterControl } from './list-filters.tsx';

const SearchBox = lazyPart(async () => (await import('./search-box.tsx')).SearchBox);

export const FilterText = ({ value, onChange, label }: FilterControl<string>) => (
  <SearchBox
    placeholder={label}
    value={value ?? ''}
    onSearch={(text, quiet) => onChange(text === '' ? undefined : text, quiet)}
  />
);
