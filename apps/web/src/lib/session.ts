import type { TokenAnswer } from '@anlan/contract/modules/session/session';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { refreshWith } from './renewal.ts';
import { checkEveryMs, handOverMs, refreshDue } from './session-rules.ts';
import { onSignal, signal } from './signals.ts';
import { alone, hearSiblings, tellSiblings } from './siblings.ts';
import { isLocked, lockedAs, setLocked, type Locked } from './lock.ts';
import { keep } from './storage.ts';
import { dropTokens, holdTokens, tokens, tokensOf, type Tokens } from './tokens.ts';

const { refresh, signOut } = api({ refresh: sessionCalls.refresh, signOut: sessionCalls.signOut });

/** Begin a session with the answer of a way in. */
export function beginSession(answer: TokenAnswer): void {
  dropTokens({ all: true, draftsOf: answer.user_id });
  holdTokens(tokensOf(answer, crypto.getRandomValues(new Uint32Array(4)).join('-'), Date.now()));
  // What may hold it back is asked first (see `loadPerson`).
  keep('session', 'begun', true);
}

let isLeaving = false;
/** End the session that a person chose to end: here, on the server, and in every browser tab that shares it. */
export async function signOff(): Promise<void> {
  isLeaving = true;
  try {
    await signOut({}, { quiet: true });
  } catch {
    // The session ends here whether or not the server could be told.
  }
  end(undefined, true);
  isLeaving = false;
}

/** End a session that nobody chose to end, here and in the browser tabs that share it; `notice` says why. */
export function endSession(notice?: string): void {
  // What was still being read is refused once the server has ended the session: signOff says how it ends.
  if (!isLeaving) end(notice, false);
}

// What a person has not saved outlives only an end that they did not choose (decisions 34).
function end(notice: string | undefined, chosen: boolean): void {
  const held = tokens();
  if (held === null) return;
  dropTokens({ all: true, draftsOf: chosen ? undefined : held.userId });
  // Only the first of them to hear of it was told why.
  tellSiblings({ kind: 'ended', key: held.key, chosen, notice });
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
      if (tokens() === null) {
        holdTokens(said.tokens);
        if (said.locked) setLocked(said.locked);
      }
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

/** New tokens for a person whose old ones have just ended on the server. */
export interface NewPair {
  token: string;
  refresh_token: string;
  expires_in: number;
}

const followUp = (held: Tokens, { token, refresh_token, expires_in }: NewPair): Tokens => ({
  ...held,
  access: token,
  refresh: refresh_token,
  expiresAt: Date.now() + expires_in * 1000,
});

/** Go on with new tokens, in every browser tab that shares the session. */
export function goOnWith(pair: NewPair): void {
  const held = tokens();
  if (held === null) return;
  const next = followUp(held, pair);
  holdTokens(next);
  tellSiblings({ kind: 'renewed', tokens: next });
}

// Only the session goes on: what was read and open belongs to the enterprise before.
function takeOver(next: Tokens): void {
  dropTokens({ all: true, draftsOf: next.userId });
  holdTokens(next);
}

/** Go on in another enterprise, in every browser tab that shares the session; nothing of the one before stays. */
export function goOverTo(pair: NewPair): void {
  const held = tokens();
  if (held === null) return;
  const next = followUp(held, pair);
  takeOver(next);
  tellSiblings({ kind: 'switched', tokens: next });
}

/** The screen of this session is locked, in every browser tab that shares it. */
export function lockHere(locked: Locked): void {
  const held = tokens();
  setLocked(locked);
  if (held) tellSiblings({ kind: 'locked', key: held.key, ...locked });
}

/** The screen of this session is open again, in every browser tab that shares it. */
export function openHere(): void {
  const held = tokens();
  setLocked(null);
  if (held) tellSiblings({ kind: 'opened', key: held.key });
}

/** Answer other browser tabs, and end with them; runs as long as the page lives. */
export function joinSiblings(): () => void {
  return hearSiblings((said) => {
    const held = tokens();
    if (held === null) return;
    if (said.kind === 'ask') tellSiblings({ kind: 'hand', tokens: held, locked: isLocked() ? lockedAs() : undefined });
    else if (said.kind === 'renewed' && said.tokens.key === held.key) holdTokens(said.tokens);
    else if (said.kind === 'switched' && said.tokens.key === held.key) {
      takeOver(said.tokens);
      signal('switched', undefined);
    } else if (said.kind === 'locked' && said.key === held.key)
      signal('locked', { name: said.name, since: said.since });
    else if (said.kind === 'opened' && said.key === held.key) {
      setLocked(null);
      signal('opened', undefined);
    } else if (said.kind === 'ended' && said.key === held.key) {
      dropTokens({ all: true, draftsOf: said.chosen ? undefined : held.userId });
      signal('ended', said.notice);
    }
  });
}

let renewing: Promise<void> | undefined;

/** Renew the tokens unless another browser tab just has. */
export function refreshTokens(): Promise<void> {
  renewing ??= alone('renewal', async () => {
    const held = tokens();
    if (held === null || !refreshDue(held.expiresAt, Date.now())) return;
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

refreshWith(() => refreshTokens().catch(() => undefined));

/** Look at the remaining life every 10 s and renew in time; a refused renewal ends the looking (ST-02). */
export function keepAlive(): () => void {
  const timer = setInterval(() => {
    const held = tokens();
    if (held === null || !refreshDue(held.expiresAt, Date.now())) return;
    refreshTokens().catch((error: unknown) => {
      const offline = error instanceof ApiError && error.kind === 'network';
      if (!offline) clearInterval(timer);
    });
  }, checkEveryMs);
  return () => clearInterval(timer);
}
