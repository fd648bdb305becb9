import { tokens, type Tokens } from './tokens.ts';

let renew: (() => Promise<void>) | undefined;

/** Name who renews tokens; the session does, and the calls need not know it. */
export function refreshWith(how: () => Promise<void>): void {
  renew = how;
}

/** The tokens in hand, renewed first when the machine slept past their end. */
export async function freshTokens(): Promise<Tokens | null> {
  const held = tokens();
  if (held === null || held.expiresAt > Date.now() || renew === undefined) return held;
  await renew();
  return tokens();
}
