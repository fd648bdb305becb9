import type { TokenAnswer } from '@anlan/contract/domain/session';
import { sessionCalls } from '@anlan/contract/wire/session';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { renewWith } from './renewal.ts';
import { checkEveryMs, handOverMs, renewalDue } from './session-rules.ts';
import { onSignal, signal } from './signals.ts';
import { alone, hearSiblings, tellSiblings } from './siblings.ts';
import { dropTokens, holdTokens, tokens, tokensOf } from './tokens.ts';

const { refresh, signOut } = api({ refresh: sessionCalls.refresh, signOut: sessionCalls.signOut });

/** Begin a session with the answer of a way in. */
export function beginSession(answer: TokenAnswer): void {
  dropTokens({ all: true, draftsOf: answer.user_id });
  holdTokens(tokensOf(answer, crypto.getRandomValues(new Uint32Array(4)).join('-'), Date.now()));
}

/** End the session that a person chose to end: here, on the server, and in every browser tab that shares it. */
export async function signOff(): Promise<void> {
  try {
    await signOut({}, { quiet: true });
  } catch {
    // The session ends here whether or not the server could be told.
  }
  end(undefined, true);
}

/** End a session that nobody chose to end, here and in the browser tabs that share it; `notice` says why. */
export const endSession = (notice?: string): void => end(notice, false);

// What a person has not saved outlives only an end that they did not choose (decisions 34).
function end(notice: string | undefined, chosen: boolean): void {
  const held = tokens();
  if (held === null) return;
  dropTokens({ all: true, draftsOf: chosen ? undefined : held.userId });
  tellSiblings({ kind: 'ended', key: held.key, chosen });
  signal('ended', notice);
}

onSignal('expired', endSession);

/** Whether somebody is signed in here, after asking the other browser tabs once. */
export async function signedIn(): Promise<boolean> {
  if (tokens() === null) await (handedOver ??= askSiblings());
  return tokens() !== null;
}

let handedOver: Promise<void> | undefined;

function askSiblings(): Promise<void> {
  return new Promise((done) => {
    const stop = hearSiblings((said) => {
      if (said.kind !== 'hand') return;
      if (tokens() === null) holdTokens(said.tokens);
      finish();
    });
    const timer = setTimeout(() => finish(), handOverMs);
    const finish = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    tellSiblings({ kind: 'ask' });
  });
}

/** Answer other browser tabs, and end with them; runs as long as the page lives. */
export function joinSiblings(): () => void {
  return hearSiblings((said) => {
    const held = tokens();
    if (held === null) return;
    if (said.kind === 'ask') tellSiblings({ kind: 'hand', tokens: held });
    else if (said.kind === 'renewed' && said.tokens.key === held.key) holdTokens(said.tokens);
    else if (said.kind === 'ended' && said.key === held.key) {
      dropTokens({ all: true, draftsOf: said.chosen ? undefined : held.userId });
      signal('ended', undefined);
    }
  });
}

let renewing: Promise<void> | undefined;

/** Renew the tokens unless another browser tab just has. */
export function renewTokens(): Promise<void> {
  renewing ??= alone('renewal', async () => {
    const held = tokens();
    if (held === null || !renewalDue(held.expiresAt, Date.now())) return;
    const answer = await refresh(
      { refresh_token: held.refresh, grant_type: 'refresh_token', scope: 'server' },
      { quiet: true },
    );
    if (tokens()?.key !== held.key) return;
    const next = tokensOf(answer, held.key, Date.now());
    holdTokens(next);
    tellSiblings({ kind: 'renewed', tokens: next });
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

renewWith(() => renewTokens().catch(() => undefined));

/** Look at the remaining life every 10 s and renew in time; a refused renewal ends the looking (ST-02). */
export function keepAlive(): () => void {
  const timer = setInterval(() => {
    const held = tokens();
    if (held === null || !renewalDue(held.expiresAt, Date.now())) return;
    renewTokens().catch((error: unknown) => {
      const offline = error instanceof ApiError && error.kind === 'network';
      if (!offline) clearInterval(timer);
    });
  }, checkEveryMs);
  return () => clearInterval(timer);
}
