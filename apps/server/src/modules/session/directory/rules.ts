/**
 * The one account that phone and mail lead to. Several accounts with one phone, or with one mail, are nobody's; where
 * phone and mail lead to two different people, so are both.
 */
export function metBy(byPhone: readonly string[], byMail: readonly string[]): string | null {
  const [phone, mail] = [byPhone, byMail].map((ids) => (ids.length === 1 ? ids[0] : undefined));
  if (phone !== undefined && mail !== undefined && phone !== mail) return null;
  return phone ?? mail ?? null;
}
