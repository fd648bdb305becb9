import { tenantId, userType, userTypeOf, type UserType } from '@anlan/contract/modules/session/session';
import * as z from 'zod/mini';
import { returnPath } from '#lib/return-path.ts';
import { saveItem, loadItem } from '#lib/storage.ts';

const choice = z.object({ tenantId, type: z.enum(['regulator', 'enterprise', 'shop', 'platform']) });

export const lastChoice = () => loadItem('local', 'signInChoice', choice);

/** The user type that the address names, else that of the last sign-in. */
export function firstKind(): UserType {
  const code = new URLSearchParams(location.search).get('userType') ?? undefined;
  const kind = userTypeOf(code) ?? lastChoice()?.type;
  return kind === undefined || kind === 'platform' ? 'regulator' : kind;
}

/** Remembers tenant and user type of the last sign-in. The user name is not stored. */
export const rememberChoice = (lastSignIn: { tenantId: string; type: UserType }): void =>
  saveItem('local', 'signInChoice', lastSignIn);

/** Address of a page of the sign-in with the chosen unit and user type, and the page to return to. */
export function signInPath(path: string, gate: { place: { id: string }; type: UserType } | undefined): string {
  const to = returnPath();
  return `${path}?${new URLSearchParams({
    ...(gate && { tenantId: gate.place.id, userType: userType[gate.type] }),
    ...(to !== '/' && { to }),
  })}`;
}
