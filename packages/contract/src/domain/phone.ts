/** Converts a typed mobile number to eleven digits: half-width, without spaces, hyphens or +86. */
export function normalisePhone(text: string): string {
  const digits = text.normalize('NFKC').replace(/[\s\u200B-\u200F\u202A-\u202E\u2010-\u2015\uFEFF-]/g, '');
  for (const prefix of ['+86', '0086', '86']) {
    if (digits.length === prefix.length + 11 && digits.startsWith(prefix)) {
      return digits.slice(prefix.length);
    }
  }
  return digits;
}

/** Returns the problem of a normalised mobile number, or null if it is valid. */
export function phoneProblem(phone: string): string | null {
  if (phone === '') return '手机号码不能为空';
  if (phone.length !== 11) return '手机号码长度不为11位';
  return /^1[3-9][0-9]{9}$/.test(phone) ? null : '手机号码格式不正确';
}

/** Masks the middle of a mobile number, and any other text completely. */
export function maskPhone(phone: string): string {
  return phone.length === 11 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : '****';
}

export function isMaskedPhone(text: string): boolean {
  return text.length === 11 && /^1[3-9][0-9]\*{4}[0-9]{4}$/.test(text);
}
