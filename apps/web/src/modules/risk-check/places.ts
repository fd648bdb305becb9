/** Where a check is filled in; the code is what the QR code posted at the point says. */
export const sitePath = (id: string, code?: string | null): string =>
  `/bus/riskcheck/site?id=${id}${code ? `&code=${encodeURIComponent(code)}` : ''}`;
/** The list of checks. */
export const checksPath = '/bus/riskcheck/index';
