import { tokens, type Tokens } from './tokens.ts';

interface Renewal {
  refresh: () => Promise<void>;
  /** Takes newer tokens of the session, or a session, from another browser tab. */
  fromOtherTabs: () => Promise<void>;
}
let renewal: Renewal | undefined;

/** Registers the functions that renew the tokens, so that the code for calls does not import the session. */
export function renewWith(how: Renewal): void {
  renewal = how;
}

/** Returns the tokens. If they expired, for example during sleep, it renews them first. */
export async function freshTokens(): Promise<Tokens | null> {
  const held = tokens();
  if (held === null || held.expiresAt > Date.now() || renewal === undefined) return held;
  await renewal.refresh();
  return tokens();
}

/** Returns the tokens after a refusal. Another browser tab may have newer ones. */
export async function newestTokens(): Promise<Tokens | null> {
  await renewal?.fromOtherTabs();
  return tokens();
}
