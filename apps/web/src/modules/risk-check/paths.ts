/** Address of a check. `code` comes from the QR code at the risk point. */
export const sitePath = (id: string, code?: string | null): string =>
  `/bus/riskcheck/site?id=${id}${code ? `&code=${encodeURIComponent(code)}` : ''}`;
