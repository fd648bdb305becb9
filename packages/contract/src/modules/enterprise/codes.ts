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

export const workPermitKind = {
  hotWork: 'hotWork',
  confinedSpace: 'confinedSpace',
  blindPlate: 'blindPlate',
  height: 'height',
  lifting: 'lifting',
  tempPower: 'tempPower',
  excavation: 'excavation',
  roadBreaking: 'roadBreaking',
} as const satisfies Record<string, string>;
export type WorkPermitKind = keyof typeof workPermitKind;

// The platform or a tenant can extend the dictionaries below. Their codes are also the wire values; the lists have only
// the default items.

/** Default items; the platform may add more. */
export const economicTypes = [
  '110',
  '120',
  '130',
  '140',
  '150',
  '160',
  '170',
  '175',
  '190',
  '200',
  '300',
  '900',
] as const;

/** Default items; a tenant may add more. */
export const supervisionKinds = ['emergency', 'hazchem', 'mine', 'transport', 'construction', 'fire', 'other'] as const;

/** Default items; the platform may add more. */
export const highRiskKinds = [
  'mine',
  'metal',
  'construction',
  'transport',
  'hazchem',
  'firework',
  'civilExplosive',
  'fishery',
] as const;

/** Default items; a tenant may add more. */
export const hazardFeatures = [
  'dust',
  'confinedSpace',
  'ammonia',
  'moltenMetal',
  'gas',
  'hazchemUse',
  'coating',
  'lithium',
  'majorHazardSource',
  'crowded',
  'occupational',
] as const;

/** Default items; a tenant may add more. */
export const carTypes = [
  'lineBus',
  'charterBus',
  'tourBus',
  'cityBus',
  'taxi',
  'onlineCar',
  'truck',
  'tractor',
  'dangerousTruck',
  'container',
  'schoolBus',
  'coach',
  'other',
] as const;
