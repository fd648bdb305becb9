import * as z from 'zod/mini';
import type { TokenAnswer } from '@anlan/contract/modules/session/session';
import { impersonating } from './impersonation.ts';
import { deleteItem, forgetSession, saveItem, loadItem } from './storage.ts';

const held = z.object({
  /** Identifies the session; all browser tabs that share the session have the same key. */
  key: z.string(),
  access: z.string(),
  refresh: z.string(),
  /** When the access token expires, epoch milliseconds. */
  expiresAt: z.number(),
  tenantId: z.string(),
  userId: z.string(),
});
export type Tokens = z.output<typeof held>;
export const tokensSchema = held;

const entries = z.object({ key: z.string(), expiresAt: z.number(), tenantId: z.string(), userId: z.string() });
let current: Tokens | null | undefined;

function load(): Tokens | null {
  const access = loadItem('session', 'access_token', z.string());
  const refresh = loadItem('session', 'refresh_token', z.string());
  const rest = loadItem('session', 'session', entries);
  return access && refresh && rest ? { access, refresh, ...rest } : null;
}

export const tokens = (): Tokens | null => (current === undefined ? (current = load()) : current);

export function setTokens(next: Tokens): void {
  current = next;
  const { access, refresh, ...rest } = next;
  saveItem('session', 'access_token', access);
  saveItem('session', 'refresh_token', refresh);
  saveItem('session', 'session', rest);
  saveItem('local', 'tenant_id', next.tenantId);
}

/** Creates tokens from a token response. `key` identifies the session and does not change when tokens are renewed. */
export const tokensOf = (answer: TokenAnswer, key: string, now: number): Tokens => ({
  key,
  access: answer.access_token,
  refresh: answer.refresh_token,
  expiresAt: now + answer.expires_in * 1000,
  tenantId: answer.tenant_id,
  userId: answer.user_id,
});

/** Drops the tokens of this browser tab. `all` also clears its storage, except the drafts of the user `draftsOf`. */
export function dropTokens({ all, draftsOf }: { all: boolean; draftsOf?: string | undefined }): void {
  current = null;
  if (all) forgetSession(draftsOf);
  else deleteItem('session', 'access_token', 'refresh_token', 'session');
}

/**
 * The tenant id sent with calls: of the impersonation, else of the session, else of the last sign-in on this machine.
 */
export const tenantOf = (): string | undefined =>
  impersonating()?.tenantId ?? tokens()?.tenantId ?? loadItem('local', 'tenant_id', z.string());
