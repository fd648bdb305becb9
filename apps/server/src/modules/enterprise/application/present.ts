import type { ApplicationForm, ApplicationProgress } from '@anlan/contract/modules/enterprise/application';
import type { EnterpriseRow } from '../store.ts';
import { stateOf } from './rules.ts';
import type { Phones } from '../encrypted/rules.ts';
import type { ApplicationRow } from './store.ts';

/**
 * What an applicant sees: the state of the application and the day an answer is due, without later events of the
 * enterprise.
 */
export function presentProgress(row: ApplicationRow, enterprise: EnterpriseRow, answerOn: string): ApplicationProgress {
  const state = stateOf(enterprise);
  return {
    number: row.number,
    tenantId: row.tenant_id,
    name: enterprise.name,
    state,
    submittedAt: row.submitted_at,
    decidedAt: state === 'withdrawn' || state === 'underReview' ? null : row.decided_at,
    reason: state === 'rejected' ? enterprise.review_note : null,
    expectedOn: state === 'underReview' ? answerOn : null,
  };
}

/** All fields of the application, for a caller who has just proven that they own the phone. */
export const presentForm = ({ applicant }: ApplicationRow, row: EnterpriseRow, phones: Phones): ApplicationForm => ({
  name: row.name,
  creditCode: row.credit_code,
  supervisionKind: row.supervision_kind,
  regionCode: row.region_code,
  registeredAddress: row.registered_address,
  industryCode: row.industry_code,
  legalPerson: row.legal_person,
  safetyManagerName: row.safety_manager_name,
  safetyManagerPhone: phones.safetyManagerPhone ?? '',
  shortName: row.short_name,
  economicType: row.economic_type,
  establishedOn: row.established_on,
  businessScope: row.business_scope,
  licenceTo: row.licence_to,
  licence: row.licence,
  town: row.town,
  businessAddress: row.business_address,
  enterpriseSize: row.enterprise_size,
  headcount: row.headcount,
  legalPhone: phones.legalPhone,
  headName: row.head_name,
  headPhone: phones.headPhone,
  emergencyPhone: row.emergency_phone,
  email: row.email,
  applicant,
  version: row.version,
});
