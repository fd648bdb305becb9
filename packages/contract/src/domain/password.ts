import { limits } from '../limits.ts';

const { min, max, protectedKinds, protectedDays, protectedLast } = limits.password;
const kinds = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Lu}\p{Ll}\p{Nd}]/u];

/** Text of the password rule for users. `protects`: whether protection level three is on. */
export const passwordRule = (protects: boolean): string =>
  `${min} 至 ${max} 个字符，${protects ? '大写字母、小写字母、数字、符号至少含三种' : '不限种类'}`;

/** Text of the additional password rules of protection level three. */
export const passwordRenewal = `不能与最近 ${protectedLast} 次用过的密码相同，每 ${protectedDays} 天更换一次`;

/** Returns what is wrong with the form of a password, or null. The server checks the other rules (S03). */
export function passwordFormProblem(password: string, protects: boolean): string | null {
  const length = [...password].length;
  if (length < min || length > max) return `密码长度为 ${min} 至 ${max} 个字符`;
  const mixed = kinds.filter((kind) => kind.test(password)).length >= protectedKinds;
  return protects && !mixed ? '密码须含大写字母、小写字母、数字、符号中的至少三种' : null;
}
