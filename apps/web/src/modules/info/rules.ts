import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';

/** What the change of phone is filled in with. */
export interface PhoneForm {
  /** The phone in use. */
  phone: string;
  /** Code that it was sent. */
  code: string;
  /** The phone wanted. */
  phone2: string;
  /** Code that it was sent. */
  code2: string;
}

const warnings = [
  ['phone', '原手机号不能为空'],
  ['code', '验证码不能为空'],
  ['phone2', '新手机号不能为空'],
  ['code2', '验证码不能为空'],
] as const satisfies readonly (readonly [keyof PhoneForm, string])[];

const blank = (text: string | undefined) => text === undefined || text.trim() === '';

/** The warning that saving meets first, in the specified order; null when everything is filled in (VA-03). */
export const saveWarning = (form: Partial<PhoneForm>): string | null =>
  warnings.find(([field]) => blank(form[field]))?.[1] ?? null;

/** The warning that sending a code meets, or null (VA-03). */
export const sendWarning = (form: Partial<PhoneForm>, which: 'old' | 'new'): string | null => {
  const [field, text] = warnings[which === 'old' ? 0 : 2];
  return blank(form[field]) ? text : null;
};

/** What is wrong with a field of the change of phone, in the specified words; null when nothing is (VA-02). */
export function phoneFormProblem(field: keyof PhoneForm, typed: string | undefined): string | null {
  if (field === 'code' || field === 'code2') return blank(typed) ? '请输入验证码' : null;
  const phone = normalisePhone(typed ?? '');
  if (field === 'phone') return phone.length === 11 ? null : '手机号格式错误';
  if (phone === '') return '请输入新手机号';
  return phoneProblem(phone) === null ? null : '手机格式错误';
}

/** How strong a new password looks: 0 none, 1 weak, 2 fair, 3 strong; the server decides. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === '') return 0;
  const letters = [...password];
  const different = new Set(letters).size;
  if (letters.length < 8 || different < 5) return 1;
  return letters.length >= 12 && different >= 8 ? 3 : 2;
}
