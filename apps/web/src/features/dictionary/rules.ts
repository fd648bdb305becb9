import type { OwnRegion } from '@anlan/contract/domain/region';

/** What a level is called. */
export const levelName = (level: number): string => (level === 5 ? '网格' : '街道');

const parts = (path: string) => path.split(' / ');
/** What lies around a street or grid, shortest first: 滨江区 / 西兴街道. */
export const upperName = ({ path, level }: Pick<OwnRegion, 'path' | 'level'>): string =>
  parts(path)
    .slice(level === 5 ? -3 : -2, -1)
    .join(' / ');
