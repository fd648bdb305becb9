import { logoAddress } from '@anlan/contract/modules/tenant/admin';
import * as z from 'zod/mini';

/** A brand as pages may show it: a logo that is no picture of our own, whoever wrote it there, is none (S39). */
export const withOwnLogo = <R extends { logo: string | null }>(row: R): R =>
  row.logo === null || z.safeParse(logoAddress, row.logo).success ? row : { ...row, logo: null };
