// Numbers of checks of risk points.
import { lastDays, measuresOf, type Days } from '../../kit/measure.ts';

const page = '/bus/riskcheck/index';
const days = lastDays(30);
/** The filter leaves out suspended checks. */
const counted = ({ from, to }: Days) => ({ counted: 'true', dueOnFrom: from, dueOnTo: to });

export const riskCheckMeasures = measuresOf('riskCheck', {
  checked: {
    label: '排查按时率',
    unit: '%',
    counter: '项',
    definition: '今天之前 30 天内到期的风险点排查任务中按时完成、有到点证明的 ÷ 全部（不含停用检修和已取消的）',
    kind: 'share',
    days,
    page,
    rows: counted,
    part: () => ({ onTime: 'true' }),
  },
  due: {
    label: '应检',
    unit: '项',
    definition: '今天之前 30 天内到期的任务（不含停用检修和已取消的）',
    days,
    page,
    rows: counted,
    places: ['riskCheck.counts.due'],
  },
  onTime: {
    label: '按时',
    unit: '项',
    definition: '今天之前 30 天内到期、按时完成、有到点证明的任务，含补传',
    days,
    page,
    rows: (span) => ({ ...counted(span), onTime: 'true' }),
    places: ['riskCheck.counts.onTime'],
  },
  resent: {
    label: '补传',
    unit: '项',
    definition: '今天之前 30 天内按时检查、截止后才送达的任务，计入按时',
    days,
    page,
    rows: (span) => ({ ...counted(span), resent: 'true' }),
    places: ['riskCheck.counts.resent'],
  },
  unproven: {
    label: '未到点',
    unit: '项',
    definition: '今天之前 30 天内截止前检查、没有到点证明的任务，不计入按时',
    days,
    page,
    rows: (span) => ({ ...counted(span), unproven: 'true' }),
    places: ['riskCheck.counts.unproven'],
  },
  missed: {
    label: '漏检',
    unit: '项',
    definition: '今天之前 30 天内到期、仍未检查的任务；今天漏检的在“今日”中',
    days,
    page,
    rows: (span) => ({ ...counted(span), missed: 'true' }),
    places: ['riskCheck.counts.missed'],
  },
  today: {
    label: '今日应检',
    unit: '项',
    definition: '今天到期的任务，不含以后到期、现在就可以检查的',
    page,
    rows: ({ to }) => ({ today: 'true', dueOnFrom: to, dueOnTo: to }),
    places: ['riskCheck.counts.today'],
  },
  done: {
    label: '已检',
    unit: '项',
    definition: '今天到期、已经检查的任务',
    page,
    rows: ({ to }) => ({ today: 'true', dueOnFrom: to, dueOnTo: to, status: 'done' }),
    places: ['riskCheck.counts.done'],
  },
});
