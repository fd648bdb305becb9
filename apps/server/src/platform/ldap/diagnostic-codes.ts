/**
 * Why the directory refused a sign-in. The error code is for the log. Some error codes also have a message for the
 * person.
 */
export interface Refusal {
  code: string | null;
  message: string | null;
}

const messages: Readonly<Record<string, string>> = {
  '532': '目录密码已过期，请先在单位的电脑上修改密码，再登录',
  '773': '目录密码需要先修改，请在单位的电脑上修改密码后再登录',
  '775': '目录账号已被锁定，请稍后再试或联系单位的系统管理员',
  '533': '目录账号已停用，请联系单位的系统管理员',
  '701': '目录账号已过期，请联系单位的系统管理员',
};

export function refusalOf(diagnostic: string): Refusal {
  const code = /\bdata ([0-9a-f]{3,4})\b/i.exec(diagnostic)?.[1]?.toLowerCase() ?? null;
  return { code, message: code === null ? null : (messages[code] ?? null) };
}

export function accountOf(typed: string): string | null {
  const account = typed.trim().replace(/^[A-Za-z0-9.-]{1,64}\\/, '');
  return /^[\p{L}\p{N}._@-]{1,64}$/u.test(account) ? account : null;
}
