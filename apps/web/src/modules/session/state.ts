import { tenantId, type UserType } from '@anlan/contract/modules/session/session';
import * as z from 'zod/mini';
import { keep, recall } from '#lib/storage.ts';

const choice = z.object({ tenantId, type: z.enum(['regulator', 'enterprise', 'shop', 'platform']) });

/** Where this machine signed in last, and as what. */
export const lastChoice = () => recall('local', 'signInChoice', choice);

/** Remember where and as what for the next sign-in; never who. */
export const rememberChoice = (chosen: { tenantId: string; type: UserType }): void =>
  keep('local', 'signInChoice', chosen);
