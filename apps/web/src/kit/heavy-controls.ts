// Large form controls: selects, trees, calendars, the rich text editor. Each loads when a field of its kind first
// renders.
import type { FieldKind } from '@anlan/contract/kit/field';
import { lazyPart } from '#ui/lazy-part.tsx';

export const DictControl = lazyPart(async () => (await import('#widgets/dict-select.tsx')).DictSelect);
export const RegionControl = lazyPart(async () => (await import('#widgets/region-select.tsx')).RegionSelect);
export const IndustryControl = lazyPart(async () => (await import('#widgets/industry-select.tsx')).IndustrySelect);
export const IndustriesControl = lazyPart(async () => (await import('#widgets/industry-select.tsx')).IndustrySelect);
export const PersonControl = lazyPart(async () => (await import('#widgets/officer-select.tsx')).OfficerSelect);
export const DayControl = lazyPart(async () => (await import('#widgets/day-picker.tsx')).DayPicker);
export const DayFilterControl = lazyPart(async () => (await import('#widgets/day-picker.tsx')).DayFilter);
export const InstantControl = lazyPart(async () => (await import('./instant-picker.tsx')).InstantPicker);
export const RichControl = lazyPart(
  async () => (await import('#widgets/rich-text/rich-text-editor.tsx')).RichTextEditor,
);
export const GroupControl = lazyPart(async () => (await import('./list-control.tsx')).GroupControl);
export const ListControl = lazyPart(async () => (await import('./list-control.tsx')).ListControl);
export const FilesControl = lazyPart(async () => (await import('#widgets/files/files-field.tsx')).FilesField);

export const controlAhead: Partial<Record<FieldKind, () => void>> = {
  region: RegionControl.ahead,
  industry: IndustryControl.ahead,
  person: PersonControl.ahead,
  day: DayControl.ahead,
  instant: InstantControl.ahead,
  files: FilesControl.ahead,
};
