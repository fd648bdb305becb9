import { maskPhone } from '@anlan/contract/domain/phone';
import type { Change } from '@anlan/contract/domain/field-change';
import type { UserRow } from '@anlan/contract/modules/user/admin';
import { changesBetween } from '#kernel/changes.ts';
import type { Scope } from '#kernel/scope.ts';
import { abilitiesOf, maskEmail, type Target } from './rules.ts';
import type { PersonRow } from './store.ts';

export interface HeldRole {
  id: string;
  code: string;
  name: string;
}

export type OpenPerson = Omit<PersonRow, 'phone_sealed' | 'email_sealed'> & {
  phone: string | null;
  email: string | null;
};

export interface Around {
  roles: readonly HeldRole[];
  organName: string | null;
  bound: readonly string[];
  names: ReadonlyMap<string, string>;
}

export const targetOf = (
  row: Pick<PersonRow, 'id' | 'type' | 'lock_flag' | 'approval'>,
  { roles, bound }: Around,
): Target => ({
  id: row.id,
  type: row.type,
  locked: row.lock_flag !== '0',
  approval: row.approval,
  enterpriseIds: bound,
  isEnterpriseAdmin: roles.some(({ code }) => code === 'ROLE_ENT_ADMIN'),
});

const shownPhone = (phone: string | null) => (phone === null ? null : maskPhone(phone));
const shownEmail = (email: string | null) => (email === null ? null : maskEmail(email));

export function presentPerson(scope: Scope, row: OpenPerson, around: Around): UserRow {
  const enterprises = around.bound.flatMap((id) => {
    const name = around.names.get(id);
    // Staff of an enterprise see only the link to their own enterprise, not the person's other employers.
    return name === undefined || (scope.userType === 'enterprise' && id !== scope.enterpriseId) ? [] : [{ id, name }];
  });
  return {
    id: row.id,
    version: row.version,
    abilities: abilitiesOf(scope, targetOf(row, around)),
    username: row.username,
    nickName: row.nick_name,
    phone: shownPhone(row.phone),
    email: shownEmail(row.email),
    type: row.type,
    lockFlag: row.lock_flag === '0' ? 'open' : 'locked',
    approval: row.approval,
    claimedEnterprise: row.claimed_enterprise,
    roleList: around.roles.map(({ id, code, name }) => ({ id, code, name })),
    organId: row.organ_id,
    organName: around.organName,
    entName: enterprises.length === 0 ? null : enterprises.map(({ name }) => name).join('、'),
    enterprises,
    mustChangePassword: row.must_change_password,
    createTime: row.created_at,
  };
}

/** Fields that a write changed, for the audit entry. Contacts are masked (S28). */
export const changesOf = (before: object, after: object): Change[] =>
  changesBetween(before, after, (field, value) => {
    if (typeof value !== 'string') return Array.isArray(value) ? value.join('、') : (value ?? null);
    return field === 'phone' ? maskPhone(value) : field === 'email' ? maskEmail(value) : value;
  });
