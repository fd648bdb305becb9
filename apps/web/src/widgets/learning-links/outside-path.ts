/** What somebody without an account opens: a plan, a record, a certificate. The secret stands behind #, which no server's log sees. */
export const outsidePath = (of: 'training' | 'personage' | 'certificate', tenantId: string, secret: string): string =>
  `/bus/alearning/${of}#${tenantId}.${secret}`;
