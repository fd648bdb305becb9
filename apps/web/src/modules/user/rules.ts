import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { userInput, userPatch, type UserRow } from '@anlan/contract/modules/user/admin';
import * as z from 'zod/mini';

/** What the form of a person holds: raw input, in the words of the domain. */
export interface FormValues {
  username?: string;
  nickName?: string;
  phone?: string;
  email?: string | null;
  type?: UserType;
  organId?: string | null;
  roleIds?: string[];
  enterpriseIds?: string[];
}
/** Name of a field of the form. */
export type UserField = keyof FormValues;

/** The kinds of people that somebody of a kind may make. */
export function typesOf(own: UserType): readonly UserType[] {
  if (own === 'platform') return ['platform'];
  return own === 'regulator' ? ['regulator', 'enterprise', 'shop'] : [own];
}

const typed: ReadonlySet<string> = new Set(['username', 'nickName', 'phone', 'email']);
const newShape = userInput.shape;
const oldShape = userPatch.shape;

/** What is wrong with one field by the contract's own schema, or null; a mask stands for a value that was not touched. */
export function fieldProblem(name: UserField, value: unknown, isNew: boolean): string | null {
  if (!typed.has(name)) return null;
  const given = value ?? '';
  const schema =
    name === 'username'
      ? newShape.username
      : name === 'nickName'
        ? newShape.nickName
        : name === 'email'
          ? oldShape.email
          : isNew
            ? newShape.phone
            : oldShape.phone;
  const result = schema.safeParse(given === '' && name === 'email' ? null : given);
  return result.success ? null : (result.error.issues[0]?.message ?? '填写有误');
}

/** What of the form is kept while it is not saved: phone and mail are classified, and typed again. */
export const draftShape = z.object({
  username: z.string(),
  nickName: z.string(),
  type: z.enum(Object.keys(userType) as UserType[]),
  organId: z.nullable(z.string()),
  roleIds: z.array(z.string()),
  enterpriseIds: z.array(z.string()),
});

/** The form of a row. */
export const formOf = (row: UserRow): FormValues => ({
  username: row.username,
  nickName: row.nickName,
  phone: row.phone ?? '',
  email: row.email,
  type: row.type,
  organId: row.organId,
  roleIds: row.roleList.map(({ id }) => id),
  enterpriseIds: row.enterprises.map(({ id }) => id),
});

const same = (left: unknown, right: unknown) =>
  JSON.stringify(left === '' ? null : (left ?? null)) === JSON.stringify(right === '' ? null : (right ?? null));

/** The values that differ from those that the form was opened with. */
export function changesOf(before: FormValues, now: FormValues): FormValues {
  const changed = Object.entries(now).filter(
    ([name, value]) => name !== 'username' && name !== 'type' && !same(Reflect.get(before, name), value),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value]));
}

/** How the state of an account reads. */
export function standingOf(row: Pick<UserRow, 'lockFlag' | 'approval' | 'mustChangePassword'>): {
  label: string;
  tone: string;
} {
  if (row.approval === 'pending') return { label: '待审核', tone: 'orange' };
  if (row.approval === 'rejected') return { label: '已驳回', tone: 'grey' };
  if (row.lockFlag === 'locked') return { label: '停用', tone: 'red' };
  return row.mustChangePassword ? { label: '待改密', tone: 'yellow' } : { label: '正常', tone: 'green' };
}
