import * as z from 'zod/mini';
import type { TokenAnswer } from '@anlan/contract/modules/session/session';
import { impersonating } from './impersonation.ts';
import { forget, forgetSession, keep, recall } from './storage.ts';

const held = z.object({
  /** Names the session in every browser tab that shares it. */
  key: z.string(),
  access: z.string(),
  refresh: z.string(),
  /** Instant the access token ends, epoch milliseconds. */
  expiresAt: z.number(),
  tenantId: z.string(),
  userId: z.string(),
});
/** The tokens of a session, as browser tabs hand them over. */
export type Tokens = z.output<typeof held>;
/** Shape check of handed-over tokens. */
export const tokensSchema = held;

const entries = z.object({ key: z.string(), expiresAt: z.number(), tenantId: z.string(), userId: z.string() });
let current: Tokens | null | undefined;

function load(): Tokens | null {
  const access = recall('session', 'access_token', z.string());
  const refresh = recall('session', 'refresh_token', z.string());
  const rest = recall('session', 'session', entries);
  return access && refresh && rest ? { access, refresh, ...rest } : null;
}

/** The tokens in hand, or null. */
export const tokens = (): Tokens | null => (current === undefined ? (current = load()) : current);

/** Take tokens over and keep them for this browser tab. */
export function holdTokens(next: Tokens): void {
  current = next;
  const { access, refresh, ...rest } = next;
  keep('session', 'access_token', access);
  keep('session', 'refresh_token', refresh);
  keep('session', 'session', rest);
  keep('local', 'tenant_id', next.tenantId);
}

/** Tokens out of an answer; `key` stays the same through a refresh. */
export const tokensOf = (answer: TokenAnswer, key: string, now: number): Tokens => ({
  key,
  access: answer.access_token,
  refresh: answer.refresh_token,
  expiresAt: now + answer.expires_in * 1000,
  tenantId: answer.tenant_id,
  userId: answer.user_id,
});

/** Drop the tokens; `all` drops whatever this browser tab holds beside them, but for the drafts of one person. */
export function dropTokens({ all, draftsOf }: { all: boolean; draftsOf?: string | undefined }): void {
  current = null;
  if (all) forgetSession(draftsOf);
  else forget('session', 'access_token', 'refresh_token', 'session');
}

/** The tenant that calls name: the one entered, the session's, else the one chosen on this machine. */
export const tenantOf = (): string | undefined =>
  impersonating()?.tenantId ?? tokens()?.tenantId ?? recall('local', 'tenant_id', z.string());
