import {
  enterpriseFields,
  type Enterprise,
  type EnterpriseFields,
} from '@anlan/contract/modules/enterprise/enterprise';
import { maskPhone } from '@anlan/contract/domain/phone';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import type { Change } from '@anlan/contract/domain/change';
import type { Updateable } from 'kysely';
import { changesBetween } from '#kernel/changes.ts';
import type { Scope } from '#kernel/scope.ts';
import { abilitiesOf, classified, seesLabels } from './rules.ts';
import type { Phones } from './encrypted/rules.ts';
import type { EnterpriseRow } from './store.ts';
import type { EnterpriseTable } from './tables.ts';

/** Names that a row only has codes for. */
export interface Names {
  regions: ReadonlyMap<string, string>;
  industries: ReadonlyMap<string, string>;
  officers: ReadonlyMap<string, string>;
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));
const snaked = new Map<string, string>();
function snake(name: string): string {
  let column = snaked.get(name);
  if (column === undefined) snaked.set(name, (column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return column;
}
/** Fields that people type in, with their columns. */
export const enterpriseFieldNames = Object.keys(enterpriseFields.shape).map(
  (field) => [field as keyof EnterpriseFields, snake(field) as keyof EnterpriseRow] as const,
);
/** What people have typed into a row, by field. */
export const fileOf = (row: EnterpriseRow): Record<string, unknown> =>
  Object.fromEntries(enterpriseFieldNames.map(([field, column]) => [field, row[column]]));
/** 资料齐全率 of a row once these fields are changed; 系统简称 counts too, which a call of its own changes. */
export const rateAfter = (row: EnterpriseRow, changed: Readonly<Record<string, unknown>>): number =>
  profileRate({ ...fileOf(row), aliasName: row.alias_name, ...changed });

const masked = (phone: string | null) => (phone === null ? null : maskPhone(phone));
/** A row as its caller may see it: phones masked as they are stored, whole where they were opened. */
export function presentEnterprise(scope: Scope, row: EnterpriseRow, names: Names, whole: Phones | null): Enterprise {
  return {
    id: row.id,
    version: row.version,
    abilities: abilitiesOf(scope, row),
    name: row.name,
    shortName: row.short_name,
    aliasName: row.alias_name,
    creditCode: row.credit_code,
    enterpriseCode: row.enterprise_code,
    economicType: row.economic_type,
    establishedOn: row.established_on,
    registeredCapitalFen: numberOf(row.registered_capital_fen),
    businessScope: row.business_scope,
    licenceTo: row.licence_to,
    licence: row.licence,
    parentId: row.parent_id,
    supervisionKind: row.supervision_kind,
    authorityId: row.authority_id,
    officerId: row.officer_id,
    officerName: names.officers.get(row.officer_id ?? '') ?? null,
    regionCode: row.region_code,
    regionName: names.regions.get(row.region_code) ?? null,
    townCode: row.town_code,
    town: row.town,
    registeredAddress: row.registered_address,
    businessAddress: row.business_address,
    lng: numberOf(row.lng),
    lat: numberOf(row.lat),
    industryCode: row.industry_code,
    industryName: names.industries.get(row.industry_code) ?? null,
    industryClass: row.industry_class,
    enterpriseSize: row.enterprise_size,
    headcount: row.headcount,
    revenue10k: numberOf(row.revenue10k),
    assets10k: numberOf(row.assets10k),
    areaSqm: numberOf(row.area_sqm),
    legalPerson: row.legal_person,
    legalPhone: whole ? whole.legalPhone : masked(row.legal_phone),
    headName: row.head_name,
    headPhone: whole ? whole.headPhone : masked(row.head_phone),
    safetyHeadName: row.safety_head_name,
    safetyHeadPhone: whole ? whole.safetyHeadPhone : masked(row.safety_head_phone),
    safetyManagerName: row.safety_manager_name,
    safetyManagerPhone: (whole ? whole.safetyManagerPhone : masked(row.safety_manager_phone)) ?? '',
    fullTimeSafety: row.full_time_safety,
    partTimeSafety: row.part_time_safety,
    emergencyPhone: row.emergency_phone,
    email: row.email,
    hasSafetyBody: row.has_safety_body,
    standardLevel: row.standard_level,
    standardNo: row.standard_no,
    standardTo: row.standard_to,
    insurer: row.insurer,
    policyNo: row.policy_no,
    insuredCount: row.insured_count,
    coverPerPersonFen: numberOf(row.cover_per_person_fen),
    policyTo: row.policy_to,
    injuryInsured: row.injury_insured,
    hazardFeatures: row.hazard_features,
    highRiskKinds: row.high_risk_kinds,
    chemicals: typeof row.chemicals === 'string' ? null : row.chemicals,
    confinedSpaces: row.confined_spaces,
    dustWorkers: row.dust_workers,
    occupationalExposed: row.occupational_exposed,
    permitKinds: row.permit_kinds,
    carTypes: row.car_types,
    transportLicenceNo: row.transport_licence_no,
    transportLicenceTo: row.transport_licence_to,
    dispatchers: row.dispatchers,
    labels: seesLabels(scope) ? row.labels : null,
    status: row.status,
    source: row.source,
    joinedAt: row.joined_at,
    activatedAt: row.activated_at,
    reviewNote: row.review_note,
    mergedInto: row.merged_into,
    planCode: row.plan_code,
    membershipTo: row.membership_to,
    profileRate: row.profile_rate,
    dossierRate: row.dossier_rate,
    healthScore: row.health_score,
    color: row.color,
    colorReasons: row.color_reasons,
    inherentColor: row.inherent_color,
    logoUrl: row.logo_url,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const hidden = new Set<string>(classified);
/** Typed-in fields as columns; only what is given. Phones are not among them: they are sealed by the row's id. */
export function columnsOf(fields: Partial<EnterpriseFields>): Updateable<EnterpriseTable> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || hidden.has(name)) continue;
    columns[snake(name)] = name === 'chemicals' && value !== null ? JSON.stringify(value) : value;
  }
  // The names come from the schema, whose keys and the table's columns a test compares.
  return columns as Updateable<EnterpriseTable>;
}

/** What a save changed, field by field; classified values masked (S28). */
export const changesOf = (before: object, after: object): Change[] =>
  changesBetween(before, after, (field, value) =>
    hidden.has(field) && typeof value === 'string' ? maskPhone(value) : (value ?? null),
  );

/** The list-valued fields as rows that a filter reaches. */
export function tagsOf(fields: Partial<EnterpriseFields>): { kind: string; value: string }[] {
  return (
    [
      ['hazardFeature', fields.hazardFeatures],
      ['highRiskKind', fields.highRiskKinds],
      ['permitKind', fields.permitKinds],
      ['carType', fields.carTypes],
      ['label', fields.labels],
    ] as const
  ).flatMap(([kind, values]) => (values ?? []).map((value) => ({ kind, value })));
}
