// Figures of the monthly learning report: their names, and the screens that list the counted rows.
import { countedStates } from '../learning/states.ts';
import { spanOf } from '../report/period.ts';
import type { EducationMonth } from './views.ts';

export interface EducationFigure {
  key: string;
  label: string;
  text: string;
  note: string;
  /** Address of the screen that lists the counted rows; null if there is none. */
  href: string | null;
}

function buildHref(path: string, filter: Readonly<Record<string, string | readonly string[]>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one);
  return `${path}?${query.toString()}`;
}
/** Formats a share as a percentage, rounded down to one decimal: 99.96 becomes 99.9. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${Math.floor((1000 * part) / whole) / 10}%`;
const tenth = (hours: number) => Math.round(hours * 10) / 10;

export function educationFigures(month: EducationMonth, enterpriseId: string): EducationFigure[] {
  const { from, to } = spanOf('month', month.month);
  const tasks = (more: Readonly<Record<string, string | readonly string[]>> = {}) =>
    buildHref('/bus/dailyEducation/index', {
      tab: 'all',
      enterpriseId,
      dueOnFrom: from,
      dueOnTo: to,
      status: countedStates,
      ...more,
    });
  const sessions = (kind: string) =>
    buildHref('/bus/classSession/index', {
      tab: 'all',
      enterpriseId,
      kind,
      status: 'ended',
      heldAtFrom: `${from} 00:00:00`,
      heldAtTo: `${to} 23:59:59`,
    });
  const plans = buildHref('/bus/alearning/plan', {
    enterpriseId,
    startOnFrom: from,
    startOnTo: to,
    status: ['published', 'running', 'ended', 'archived'],
  });
  const { due, people, passed, absent, signed, examined, examPassed, onlineHours, offlineHours } = month;
  const all: (Omit<EducationFigure, 'href'> & { count: number; to: string })[] = [
    { key: 'plans', label: '培训计划', text: `${month.plans} 项`, note: '本月开始', count: month.plans, to: plans },
    {
      key: 'due',
      label: '应训',
      text: `${due} 人次`,
      note: `${people} 人，本月到期，免修除外`,
      count: due,
      to: tasks(),
    },
    {
      key: 'passed',
      label: '完成',
      text: `${passed} 人次`,
      note: `完成率 ${formatShare(passed, due)}`,
      count: passed,
      to: tasks({ status: 'passed' }),
    },
    {
      key: 'absent',
      label: '未参加',
      text: `${absent} 人次`,
      note: '没有开始学习',
      count: absent,
      to: tasks({ status: 'notStarted' }),
    },
    {
      key: 'hours',
      label: '计入学时',
      text: `${tenth(onlineHours + offlineHours)} 学时`,
      note: `线上 ${tenth(onlineHours)} · 线下 ${tenth(offlineHours)}`,
      count: due,
      to: tasks(),
    },
    {
      key: 'exams',
      label: '考试合格率',
      text: formatShare(examPassed, examined),
      note: examined === 0 ? '没有考试' : `参加考试 ${examined}，合格 ${examPassed}`,
      count: examined,
      to: tasks({ examined: 'true' }),
    },
    {
      key: 'signed',
      label: '本人签名',
      text: `${signed} 人次`,
      note: '学习任务中的签名',
      count: signed,
      to: tasks({ signed: 'true' }),
    },
    {
      key: 'talks',
      label: '班前会',
      text: `${month.talks} 场`,
      note: '本月已结束',
      count: month.talks,
      to: sessions('talk'),
    },
    {
      key: 'meetings',
      label: '安全例会',
      text: `${month.meetings} 场`,
      note: '本月已结束',
      count: month.meetings,
      to: sessions('meeting'),
    },
    {
      key: 'classes',
      label: '集中培训',
      text: `${month.classes} 场`,
      note: `班前会、例会和培训共 ${month.sessionSigned} 人次签名`,
      count: month.classes,
      to: sessions('class'),
    },
  ];
  return all.map(({ count, to: href, ...rest }) => ({ ...rest, href: count === 0 ? null : href }));
}
