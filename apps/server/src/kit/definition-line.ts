import { formatInstant } from '@anlan/contract/domain/instant';

/** What a list that leaves the product is of. */
export interface Definition {
  /** What the list is called: 场站清单. */
  readonly title: string;
  readonly count: number;
  /** Measure word: 个, 家, 条. */
  readonly counter: string;
  /** What it was narrowed by, in words; empty where by nothing. */
  readonly narrowedBy: string;
  readonly at: Date;
  readonly by: string | null;
}

/** The first line of a list that leaves the product: what it is, when, how many rows, and what was left out. */
export const definitionLine = ({ title, count, counter, narrowedBy, at, by }: Definition): string =>
  `${title}：${by ?? '系统'} 于 ${formatInstant(at)} 导出，共 ${count} ${counter}。筛选条件：${narrowedBy || '无，为可见范围内的全部'}`.slice(
    0,
    1_000,
  );
