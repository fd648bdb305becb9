import type { OwnRegion } from '@anlan/contract/modules/dictionary/region';

export const levelName = (level: number): string => (level === 5 ? '网格' : '街道');

const parts = (path: string) => path.split(' / ');
/** Names of the upper divisions, for example 滨江区 / 西兴街道. */
export const upperName = ({ path, level }: Pick<OwnRegion, 'path' | 'level'>): string =>
  parts(path)
    .slice(level === 5 ? -3 : -2, -1)
    .join(' / ');

export const editWords = { fixed: '程序固定', platform: '平台维护', tenant: '单位可添加' } as const;

/** Colours for a dictionary item, with the stored value. Grey is stored as null. */
export const colorChoices = [
  { color: null, label: '灰' },
  { color: 'red', label: '红' },
  { color: 'orange', label: '橙' },
  { color: 'yellow', label: '黄' },
  { color: 'green', label: '绿' },
  { color: 'blue', label: '蓝' },
  { color: 'purple', label: '紫' },
] as const;
export type ItemColor = (typeof colorChoices)[number]['color'] | 'grey';
/** Finds the colour for a stored value. An unknown value becomes grey. */
export const colorOf = (color: string | null): ItemColor =>
  colorChoices.find((choice) => choice.color === color)?.color ?? null;

export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  return entry === undefined ? [...list] : [...rest.slice(0, to), entry, ...rest.slice(to)];
}
