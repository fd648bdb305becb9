import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';

/** What a level is called. */
export const levelName = (level: number): string => (level === 5 ? '网格' : '街道');

const parts = (path: string) => path.split(' / ');
/** What lies around a street or grid, shortest first: 滨江区 / 西兴街道. */
export const upperName = ({ path, level }: Pick<OwnRegion, 'path' | 'level'>): string =>
  parts(path)
    .slice(level === 5 ? -3 : -2, -1)
    .join(' / ');

/** Who keeps a dictionary up, in words. */
export const editWords = { fixed: '程序固定', platform: '平台维护', tenant: '单位可添加' } as const;

/** Colours of items: what they are called, and the token that is kept; grey is no colour. */
export const colorChoices = [
  { color: null, label: '灰' },
  { color: 'red', label: '红' },
  { color: 'orange', label: '橙' },
  { color: 'yellow', label: '黄' },
  { color: 'green', label: '绿' },
  { color: 'blue', label: '蓝' },
  { color: 'purple', label: '紫' },
] as const;
/** A colour that an item may have. */
export type ItemColor = (typeof colorChoices)[number]['color'] | 'grey';
/** The colour as it was kept, or grey where it is none of ours. */
export const colorOf = (color: string | null): ItemColor =>
  colorChoices.find((choice) => choice.color === color)?.color ?? null;

/** A list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  return entry === undefined ? [...list] : [...rest.slice(0, to), entry, ...rest.slice(to)];
}
