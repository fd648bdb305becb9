import { randomBytes } from 'node:crypto';
import type { ApplicationState } from '@anlan/contract/modules/enterprise/application';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { TenantVault } from '#platform/vault/index.ts';

// Without I, L, O and U: read aloud or copied by hand, nothing is taken for something else.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of an application: its day, and forty bits that nobody guesses. */
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

/** Where the application stands that an enterprise came with. */
export function stateOf(row: {
  status: EnterpriseStatus;
  removed_at: Date | null;
  merged_into: string | null;
  activated_at: Date | null;
}): ApplicationState {
  if (row.removed_at !== null) return 'withdrawn';
  return row.merged_into !== null && row.activated_at === null ? 'merged' : states[row.status];
}

/** Whether an application may be sent in again. */
export const mayGoAgain = (state: ApplicationState): boolean => state === 'withdrawn' || state === 'rejected';

const applicantAt = (id: string) => ({ table: 'enterprise_application', column: 'phone_sealed', id });
/** The phone of an applicant as it is stored (S78). */
export const encryptApplicant = (vault: TenantVault, id: string, phone: string) => ({
  phone_sealed: vault.encrypt(applicantAt(id), phone),
  phone_index: vault.index('phone', phone),
});
/** The phone of an application, whole; empty where there is none. */
export const openApplicant = (vault: TenantVault, row: { id: string; phone_sealed: string | null }): string =>
  row.phone_sealed === null ? '' : vault.open(applicantAt(row.id), row.phone_sealed);
/** Whether an application came with a phone. */
export const cameWith = (vault: TenantVault, row: { phone_index: string | null }, phone: string): boolean =>
  row.phone_index !== null && row.phone_index === vault.index('phone', phone);
