/**
 * The address of a public page: training plan, training record or certificate. The secret is in the hash, so server
 * logs never contain it.
 */
export const outsidePath = (of: 'training' | 'personage' | 'certificate', tenantId: string, secret: string): string =>
  `/bus/alearning/${of}#${tenantId}.${secret}`;
