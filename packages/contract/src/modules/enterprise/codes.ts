/** States of an enterprise: clean code → value on the wire. */
export const enterpriseStatus = {
  draft: '0',
  underReview: '1',
  active: '2',
  suspended: '3',
  closed: '4',
  rejected: '5',
} as const satisfies Record<string, string>;
export type EnterpriseStatus = keyof typeof enterpriseStatus;

/** Whether a file is past its first review: from then on a transfer alone takes it to another region (domain.md §3). */
export const isTakenUp = (status: EnterpriseStatus): boolean => status === 'active' || status === 'suspended';

/** Steps in the life of an enterprise (domain.md §3). */
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
/** A step in the life of an enterprise. */
export type LifecycleStep = (typeof lifecycleSteps)[number];

/** Sizes of an enterprise: clean code → value on the wire. */
export const enterpriseSize = {
  large: 'large',
  medium: 'medium',
  small: 'small',
  micro: 'micro',
} as const satisfies Record<string, string>;
export type EnterpriseSize = keyof typeof enterpriseSize;

/** Levels of safety standardisation: clean code → value on the wire. */
export const standardLevel = {
  none: 'none',
  small: 'small',
  third: 'third',
  second: 'second',
  first: 'first',
} as const satisfies Record<string, string>;
export type StandardLevel = keyof typeof standardLevel;

/** The four colours of an enterprise and 未评: clean code → value on the wire. */
export const enterpriseColor = {
  red: '1',
  orange: '2',
  yellow: '3',
  blue: '4',
  unrated: '0',
} as const satisfies Record<string, string>;
export type EnterpriseColor = keyof typeof enterpriseColor;

/** Levels of risk: clean code → value on the wire. */
export const riskLevel = {
  major: '1',
  considerable: '2',
  general: '3',
  low: '4',
} as const satisfies Record<string, string>;
export type RiskLevel = keyof typeof riskLevel;

/** Kinds of special-work permits: clean code → value on the wire. */
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

// Below: dictionaries that the platform or a tenant may extend. Their code is
// their value, and the wire carries any string; the lists are only the defaults.

/** Default codes of the economic types; the platform may add more. */
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

/** Default codes of the supervised trades; a tenant may add more. */
export const supervisionKinds = ['emergency', 'hazchem', 'mine', 'transport', 'construction', 'fire', 'other'] as const;

/** Default codes of the high-risk trades; the platform may add more. */
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

/** Default codes of the hazard features; a tenant may add more. */
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

/** Default codes of the vehicle types; a tenant may add more. */
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
