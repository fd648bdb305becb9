// Figures of the monthly learning report: their measures, texts and links.
import { shareText } from '../../domain/number-text.ts';
import { addressesOf, type Measure } from '../../kit/measure.ts';
import { spanOf } from '../report/period.ts';
import { educationMeasures as measures } from './measures.ts';
import type { EducationMonth } from './views.ts';

export interface EducationFigure {
  key: string;
  label: string;
  definition: string;
  text: string;
  note: string;
  /** Address of the screen that lists the counted rows; null if there is none. */
  href: string | null;
}

export const formatShare = shareText;
/** Class hours with one decimal. */
export const hoursText = (hours: number): string => (Math.round(hours * 10) / 10).toFixed(1);

/** Without `enterpriseId`, the figures link to the rows of all enterprises. */
export function educationFigures(month: EducationMonth, enterpriseId?: string): EducationFigure[] {
  const days = spanOf('month', month.month);
  const { due, people, passed, absent, signed, examined, examPassed, onlineHours, offlineHours } = month;
  function figure(
    key: string,
    measure: Measure,
    count: number,
    note: string,
    { label = measure.label, definition = measure.definition, text = `${count} ${measure.unit}` } = {},
  ): EducationFigure {
    const more = enterpriseId === undefined ? {} : { enterpriseId };
    const href = count === 0 ? null : (addressesOf(measure, { today: days.to, days, more })?.rows ?? null);
    return { key, label, definition, text, note, href };
  }
  return [
    figure('plans', measures.plans, month.plans, '本月开始'),
    figure('due', measures.due, due, `${people} 人，本月到期，免修除外`),
    figure('passed', measures.passed, passed, `完成率 ${formatShare(passed, due)}`),
    figure('absent', measures.absent, absent, '没有开始学习'),
    figure('hours', measures.due, due, `线上 ${hoursText(onlineHours)} · 线下 ${hoursText(offlineHours)}`, {
      label: '计入学时',
      definition: `${measures.onlineHours.definition}；${measures.offlineHours.definition}`,
      text: `${hoursText(onlineHours + offlineHours)} 学时`,
    }),
    figure(
      'exams',
      measures.examined,
      examined,
      examined === 0 ? '没有考试' : `参加考试 ${examined}，合格 ${examPassed}`,
      { label: '考试合格率', definition: measures.examPassed.definition, text: formatShare(examPassed, examined) },
    ),
    figure('signed', measures.signed, signed, '学习任务中的签名'),
    figure('talks', measures.talks, month.talks, '本月已结束'),
    figure('meetings', measures.meetings, month.meetings, '本月已结束'),
    figure('classes', measures.classes, month.classes, `班前会、例会和培训共 ${month.sessionSigned} 人次签名`),
  ];
}
