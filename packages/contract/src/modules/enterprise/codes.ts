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
