import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';

export interface PhoneForm {
  phone: string;
  code: string;
  phone2: string;
  code2: string;
}

const warnings = [
  ['phone', '原手机号不能为空'],
  ['code', '验证码不能为空'],
  ['phone2', '新手机号不能为空'],
  ['code2', '验证码不能为空'],
] as const satisfies readonly (readonly [keyof PhoneForm, string])[];

const blank = (text: string | undefined) => text === undefined || text.trim() === '';

/** The first warning when saving, in the order of the specification; null if all fields are filled (VA-03). */
export const saveWarning = (form: Partial<PhoneForm>): string | null =>
  warnings.find(([field]) => blank(form[field]))?.[1] ?? null;

/** The warning before an SMS code is sent to the old or new phone; null if it can be sent (VA-03). */
export const sendWarning = (form: Partial<PhoneForm>, which: 'old' | 'new'): string | null => {
  const [field, text] = warnings[which === 'old' ? 0 : 2];
  return blank(form[field]) ? text : null;
};

/** Error text for a field of the phone form, in the words of the specification; null if valid (VA-02). */
export function phoneFormProblem(field: keyof PhoneForm, typed: string | undefined): string | null {
  if (field === 'code' || field === 'code2') return blank(typed) ? '请输入验证码' : null;
  const phone = normalisePhone(typed ?? '');
  if (field === 'phone') return phone.length === 11 ? null : '手机号格式错误';
  if (phone === '') return '请输入新手机号';
  return phoneProblem(phone) === null ? null : '手机格式错误';
}

/** Password strength: 0 none, 1 weak, 2 fair, 3 strong. The server decides whether the password is accepted. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === '') return 0;
  const letters = [...password];
  const different = new Set(letters).size;
  if (letters.length < 8 || different < 5) return 1;
  return letters.length >= 12 && different >= 8 ? 3 : 2;
}
