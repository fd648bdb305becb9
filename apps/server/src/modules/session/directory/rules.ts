/**
 * The single account with this phone or mail. Null when several accounts have the phone or the mail, or when phone
 * and mail belong to different accounts.
 */
export function findByContact(byPhone: readonly string[], byMail: readonly string[]): string | null {
  const [phone, mail] = [byPhone, byMail].map((ids) => (ids.length === 1 ? ids[0] : undefined));
  if (phone !== undefined && mail !== undefined && phone !== mail) return null;
  return phone ?? mail ?? null;
}
