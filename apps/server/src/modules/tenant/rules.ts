import { logoAddress } from '@anlan/contract/modules/tenant/admin';
import * as z from 'zod/mini';

/** Removes the logo from the row if it is not a picture stored by this server (S39). */
export const withOwnLogo = <R extends { logo: string | null }>(row: R): R =>
  row.logo === null || z.safeParse(logoAddress, row.logo).success ? row : { ...row, logo: null };
