import { dayOf } from '@anlan/contract/domain/instant';
import type { OwnTask } from '@anlan/contract/modules/learning/views';

const isOver = ({ status }: Pick<OwnTask, 'status'>) => status === 'passed' || status === 'exempted';

/** Whether the learner can still do something. After the end of the plan, an exam or a signature is still possible. */
export function mayContinue({ status, over }: Pick<OwnTask, 'status' | 'over'>): boolean {
  if (status === 'examPending' || status === 'signPending') return true;
  return !over && status !== 'failed' && !isOver({ status });
}

export function dueText(
  task: Pick<OwnTask, 'status' | 'dueOn' | 'startOn' | 'over'>,
  now: Date,
): { text: string; tone: string } {
  const today = dayOf(now);
  if (isOver(task)) return { text: task.status === 'passed' ? '已完成' : '已免修', tone: 'good' };
  if (task.startOn > today) return { text: `${task.startOn} 开始`, tone: '' };
  const days = Math.round((Date.parse(task.dueOn) - Date.parse(today)) / 86_400_000);
  if (days < 0) return { text: `超期 ${-days} 天${mayContinue(task) ? '，仍可完成' : ''}`, tone: 'bad' };
  return { text: `${task.dueOn.slice(5)} 前完成，剩 ${days} 天`, tone: days <= 7 ? 'bad' : 'soon' };
}

export function nextStep(task: OwnTask): string {
  if (task.status === 'passed') return task.certificateNo ? `合格证编号 ${task.certificateNo}` : '已学完';
  if (task.status === 'exempted') return '已免修';
  const after = task.over ? '计划已结束，仍可' : '';
  if (task.status === 'examPending') return `${after}去考试`;
  if (task.status === 'signPending') return `${after}去签名`;
  if (task.over) return '计划已结束，不能再学。请联系安全管理人员安排补学';
  if (task.status === 'failed') return '补考次数已用完，请联系安全管理人员';
  return task.lessonsDone > 0 || task.hours > 0 ? '继续学习' : '开始学习';
}
