import type { Job } from '@anlan/contract/modules/job/job';

export const bulkKind = 'enterprise.bulk';

const kinds: Readonly<Record<string, string>> = {
  'enterprise.import': '检查导入文件',
  'enterprise.importConfirm': '导入企业',
  'enterprise.importUndo': '撤销导入',
  'user.import': '检查用户文件',
  'user.importConfirm': '导入用户',
  'resource.import': '检查导入文件',
  'resource.importConfirm': '导入数据',
  'resource.importUndo': '撤销导入',
  [bulkKind]: '批量处理企业',
  'enterprise.export': '导出企业清单',
  seed: '准备演示数据',
};
const states: Readonly<Record<Job['state'], string>> = {
  waiting: '排队中',
  running: '进行中',
  done: '已完成',
  failed: '没有完成',
  cancelled: '已取消',
};

export const nameOf = ({ title, kind }: Pick<Job, 'title' | 'kind'>): string => title ?? kinds[kind] ?? '后台任务';
export const stateName = ({ state }: Pick<Job, 'state'>): string => states[state];
export const isOpen = ({ state }: Pick<Job, 'state'>): boolean => state === 'waiting' || state === 'running';
export const resultName = ({ kind }: Pick<Job, 'kind'>): string =>
  kind === 'enterprise.export' ? '下载文件' : kind === bulkKind ? '下载未处理的企业' : '下载错误行';

/** The jobs that were running at the last poll and have ended since. */
export const justOver = (before: readonly Job[], now: readonly Job[]): Job[] =>
  now.filter((job) => !isOpen(job) && before.some((old) => old.id === job.id && isOpen(old)));
