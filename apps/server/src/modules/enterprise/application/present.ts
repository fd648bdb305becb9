import type { ApplicationForm, ApplicationProgress } from '@anlan/contract/modules/enterprise/application';
import { fileOf } from '../present.ts';
import type { EnterpriseRow } from '../store.ts';
import { stateOf } from './rules.ts';
import type { Phones } from '../encrypted-phones.ts';
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
export const presentForm = ({ applicant }: ApplicationRow, row: EnterpriseRow, phones: Phones): ApplicationForm =>
  // The cast is safe: the fields have the names of the columns, and the answer has only fields of its schema.
  ({ ...fileOf(row), ...phones, applicant, version: row.version }) as Record<string, unknown> as ApplicationForm;
