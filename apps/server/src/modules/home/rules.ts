import { percentText } from '@anlan/contract/domain/number-text';
import type { FirstStep, Side } from '@anlan/contract/modules/home/home';
import type { StepFacts } from './numbers-store.ts';

/** The party that is charged with the waiting time of a danger. A head who must sign counts as a verifier. */
export const sideOf = (turn: string): Side | null =>
  turn === 'enterprise' || turn === 'regulator' ? turn : turn === 'head' || turn === 'verifier' ? 'verifier' : null;

/** The same day one year earlier. For the 29th of February, the 28th. */
export const sameDayBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28');

const field = (name: string) => `/bus/enterprise/mine?field=${name}`;

/** First steps of a new enterprise. Only steps whose page exists. The answer 无 counts as done. */
export const stepsOf = (facts: StepFacts, hasFound: boolean): FirstStep[] => [
  {
    key: 'facts',
    label: '补齐企业档案',
    note: `资料齐全率 ${percentText(facts.profile_rate)}，到 90% 且必填项齐全即完成`,
    done: facts.profile_perfect,
    minutes: 5,
    href: '/bus/enterprise/mine',
  },
  {
    key: 'contacts',
    label: '负责人与 24 小时电话',
    note: '出事先打给谁',
    done: facts.has_contacts,
    minutes: 1,
    href: field('emergencyPhone'),
  },
  {
    key: 'hazards',
    label: '危险特征',
    note: '没有就勾“无”，按特征增减后面的要求',
    done: facts.has_hazards,
    minutes: 1,
    href: field('hazardFeatures'),
  },
  {
    key: 'licence',
    label: '营业执照与有效期',
    note: facts.has_dates ? '已填写有效期' : '还没有填写有效期',
    done: facts.has_dates,
    minutes: 2,
    href: field('licenceTo'),
  },
  {
    key: 'staff',
    label: '录入从业人员',
    note: facts.people === 0 ? '隐患要有整改责任人' : `已录入 ${facts.people} 人`,
    done: facts.people > 0,
    minutes: 5,
    href: '/bus/emp/index',
  },
  {
    key: 'danger',
    label: '上报第一条隐患',
    note: '拍照、写明、提交',
    done: hasFound,
    minutes: 2,
    href: '/bus/danger/report',
  },
];
