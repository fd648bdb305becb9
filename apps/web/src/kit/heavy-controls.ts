// Controls that bring selects, trees, calendars or an editor along: each comes when a field of its kind is drawn.
import type { FieldKind } from '@anlan/contract/kit/field';
import { later } from '#ui/later.tsx';

export const DictControl = later(async () => (await import('#widgets/dict-select.tsx')).DictSelect);
export const RegionControl = later(async () => (await import('#widgets/region-select.tsx')).RegionSelect);
export const IndustryControl = later(async () => (await import('#widgets/industry-select.tsx')).IndustrySelect);
export const IndustriesControl = later(async () => (await import('#widgets/industry-select.tsx')).IndustrySelect);
export const PersonControl = later(async () => (await import('#widgets/officer-select.tsx')).OfficerSelect);
export const DayControl = later(async () => (await import('#widgets/day-picker.tsx')).DayPicker);
export const InstantControl = later(async () => (await import('./instant-picker.tsx')).InstantPicker);
export const RichControl = later(async () => (await import('#widgets/rich-text/rich-text-editor.tsx')).RichTextEditor);
export const GroupControl = later(async () => (await import('./list-control.tsx')).GroupControl);
export const ListControl = later(async () => (await import('./list-control.tsx')).ListControl);
export const FilesControl = later(async () => (await import('#widgets/files/files-field.tsx')).FilesField);

/** Lets the control of a kind come ahead of its need. */
export const controlAhead: Partial<Record<FieldKind, () => void>> = {
  region: RegionControl.ahead,
  industry: IndustryControl.ahead,
  person: PersonControl.ahead,
  day: DayControl.ahead,
  instant: InstantControl.ahead,
  files: FilesControl.ahead,
};
