import { randomBytes } from 'node:crypto';
import type {
  ApplicationForm,
  ApplicationProgress,
  ApplicationState,
} from '@anlan/contract/modules/enterprise/application';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { TenantVault } from '#platform/vault/index.ts';
import type { Phones } from '../encrypted-phones.ts';
import { fileOf } from '../present.ts';
import type { EnterpriseRow } from '../store.ts';
import type { ApplicationRow } from './store.ts';

// Characters of application numbers, without I, L, O and U, which are easy to confuse.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new application number: the day plus 40 random bits. */
export function newNumber(day: string): string {
  const drawn = [...randomBytes(8)].map((byte) => letters.charAt(byte % 32)).join('');
  return `RZ${day.replaceAll('-', '')}-${drawn}`;
}

const states: Readonly<Record<EnterpriseStatus, ApplicationState>> = {
  draft: 'withdrawn',
  underReview: 'underReview',
  rejected: 'rejected',
  active: 'approved',
  suspended: 'approved',
  closed: 'approved',
};

/** The state of an application, derived from the state of its enterprise. */
export function stateOf(row: {
  status: EnterpriseStatus;
  removed_at: Date | null;
  merged_into: string | null;
  activated_at: Date | null;
}): ApplicationState {
  if (row.removed_at !== null) return 'withdrawn';
  return row.merged_into !== null && row.activated_at === null ? 'merged' : states[row.status];
}

export const mayGoAgain = (state: ApplicationState): boolean => state === 'withdrawn' || state === 'rejected';

const applicantAt = (id: string) => ({ table: 'enterprise_application', column: 'phone_sealed', id });
/** Encrypts the applicant's phone (S78). */
export const encryptApplicant = (vault: TenantVault, id: string, phone: string) => ({
  phone_sealed: vault.encrypt(applicantAt(id), phone),
  phone_index: vault.index('phone', phone),
});
/** Decrypts the applicant's phone; empty if there is none. */
export const openApplicant = (vault: TenantVault, row: { id: string; phone_sealed: string | null }): string =>
  row.phone_sealed === null ? '' : vault.open(applicantAt(row.id), row.phone_sealed);
export const cameWith = (vault: TenantVault, row: { phone_index: string | null }, phone: string): boolean =>
  row.phone_index !== null && row.phone_index === vault.index('phone', phone);

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
