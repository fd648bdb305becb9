/** State of an enterprise with its wire value. */
export const enterpriseStatus = {
  draft: '0',
  underReview: '1',
  active: '2',
  suspended: '3',
  closed: '4',
  rejected: '5',
} as const satisfies Record<string, string>;
export type EnterpriseStatus = keyof typeof enterpriseStatus;

/** True after activation: then only a transfer may change the region. */
export const isSupervised = (status: EnterpriseStatus): boolean => status === 'active' || status === 'suspended';

/** Steps that change the state of an enterprise. */
export const lifecycleSteps = [
  'activate',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'suspend',
  'resume',
  'close',
] as const;
export type LifecycleStep = (typeof lifecycleSteps)[number];

export const enterpriseSize = {
  large: 'large',
  medium: 'medium',
  small: 'small',
  micro: 'micro',
} as const satisfies Record<string, string>;
export type EnterpriseSize = keyof typeof enterpriseSize;

export const standardLevel = {
  none: 'none',
  small: 'small',
  third: 'third',
  second: 'second',
  first: 'first',
} as const satisfies Record<string, string>;
export type StandardLevel = keyof typeof standardLevel;

/** Colour of an enterprise (企业四色 and 未评) with its wire value. */
export const enterpriseColor = {
  red: '1',
  orange: '2',
  yellow: '3',
  blue: '4',
  unrated: '0',
} as const satisfies Record<string, string>;
export type EnterpriseColor = keyof typeof enterpriseColor;

export const riskLevel = {
  major: '1',
  considerable: '2',
  general: '3',
  low: '4',
} as const satisfies Record<string, string>;
export type RiskLevel = keyof typeof riskLevel;

/** Causes of a colour, worst first, in the words of captions and filters. */
export const colorCauses = {
  held: '监管部门暂定',
  fatalAccident: '近 12 个月有死亡事故',
  majorOverdue: '重大隐患超期未整改',
  licenceExpired: '企业许可已过期',
  majorOpen: '重大隐患未销号',
  generalOverdueLong: '一般隐患长期超期',
  expired: '有事项已过期',
  overdue: '隐患超期未整改',
  score: '安全分低',
} as const;
export type ColorCause = keyof typeof colorCauses;
/** For schemas. The cast is safe: the object has these keys. */
export const colorCauseKeys = Object.keys(colorCauses) as [ColorCause, ...ColorCause[]];
