import { formatInstant } from '@anlan/contract/domain/instant';

export interface Definition {
  readonly title: string;
  readonly count: number;
  /** Chinese measure word of the resource: 个, 家, 条. */
  readonly counter: string;
  readonly narrowedBy: string;
  readonly at: Date;
  readonly by: string | null;
}

export const definitionLine = ({ title, count, counter, narrowedBy, at, by }: Definition): string =>
  `${title}：${by ?? '系统'} 于 ${formatInstant(at)} 导出，共 ${count} ${counter}。筛选条件：${narrowedBy || '无，为可见范围内的全部'}`.slice(
    0,
    1_000,
  );
