/** Why a directory refuses: its own code for the log, and what the person is told beyond 'wrong'. */
export interface Refusal {
  code: string | null;
  message: string | null;
}

const told: Readonly<Record<string, string>> = {
  '532': '目录密码已过期，请先在单位的电脑上修改密码，再登录',
  '773': '目录密码需要先修改，请在单位的电脑上修改密码后再登录',
  '775': '目录账号已被锁定，请稍后再试或联系单位的系统管理员',
  '533': '目录账号已停用，请联系单位的系统管理员',
  '701': '目录账号已过期，请联系单位的系统管理员',
};

/** Reads the sub-code of Active Directory out of what came with result 49. */
export function refusalOf(diagnostic: string): Refusal {
  const code = /\bdata ([0-9a-f]{3,4})\b/i.exec(diagnostic)?.[1]?.toLowerCase() ?? null;
  return { code, message: code === null ? null : (told[code] ?? null) };
}

/** The account in a typed name (`u`, `u@domain` or `DOMAIN\u`); null when it can be none. */
export function accountOf(typed: string): string | null {
  const account = typed.trim().replace(/^[A-Za-z0-9.-]{1,64}\\/, '');
  return /^[\p{L}\p{N}._@-]{1,64}$/u.test(account) ? account : null;
}
