import type { TokenAnswer } from '@anlan/contract/modules/session/session';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { renewWith } from './token-renewal.ts';
import { checkEveryMs, handOverMs, refreshDue } from './session-rules.ts';
import { onSignal, signal } from './app-events.ts';
import {
  broadcastToTabs,
  holdSessionLock,
  isSessionElsewhere,
  releaseSessionLock,
  runExclusive,
  subscribeToTabs,
} from './tab-broadcast.ts';
import { isLocked, lockedAs, setLocked, type Locked } from './lock.ts';
import { saveItem } from './storage.ts';
import { dropTokens, setTokens, tokens, tokensOf, type Tokens } from './tokens.ts';

const { refresh, signOut } = api({ refresh: sessionCalls.refresh, signOut: sessionCalls.signOut });

export function beginSession(answer: TokenAnswer): void {
  dropTokens({ all: true, draftsOf: answer.user_id });
  setTokens(tokensOf(answer, crypto.getRandomValues(new Uint32Array(4)).join('-'), Date.now()));
  holdSessionLock();
  // Marks a new session: `loadPerson` then checks for a session restriction before it loads the menu.
  saveItem('session', 'begun', true);
}

let isLeaving = false;
/** Ends the session because the user signs out: here, on the server and in all browser tabs of the session. */
export async function signOff(): Promise<void> {
  isLeaving = true;
  try {
    await signOut({}, { quiet: true });
  } catch {
    // The session ends here even if the server cannot be reached.
  }
  end(undefined, true);
  isLeaving = false;
}

/** Ends the session for another reason than sign-out, in all its browser tabs. `notice` is the reason to show. */
export function endSession(notice?: string): void {
  // During a sign-out, requests still running are refused and call this function. `signOff` ends the session itself.
  if (!isLeaving) end(notice, false);
}

// Drafts of the user survive unless the user signed out.
function end(notice: string | undefined, byUser: boolean): void {
  const held = tokens();
  if (held === null) return;
  dropTokens({ all: true, draftsOf: byUser ? undefined : held.userId });
  releaseSessionLock();
  // Only the first browser tab that ends the session knows the reason, so it broadcasts the reason.
  broadcastToTabs({ kind: 'ended', key: held.key, chosen: byUser, notice });
  signal('ended', notice);
}

onSignal('expired', endSession);

export async function signedIn(): Promise<boolean> {
  if (tokens() === null) await (handedOver ??= requestSession());
  return tokens() !== null;
}

let handedOver: Promise<void> | undefined;

/** Asks the other browser tabs for their session, or for newer tokens of this session. */
async function requestSession(): Promise<void> {
  const isElsewhere = await isSessionElsewhere();
  if (isElsewhere === false) return;
  await new Promise<void>((done) => {
    const stop = subscribeToTabs((incoming) => {
      if (incoming.kind !== 'hand') return;
      const held = tokens();
      if (held === null) {
        setTokens(incoming.tokens);
        holdSessionLock();
        if (incoming.locked) setLocked(incoming.locked);
      } else if (held.key === incoming.tokens.key && held.expiresAt < incoming.tokens.expiresAt)
        setTokens(incoming.tokens);
      finish();
    });
    const timer = setTimeout(() => finish(), isElsewhere ? handOverMs.sure : handOverMs.unsure);
    const finish = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    broadcastToTabs({ kind: 'ask' });
  });
}

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

/** Stores new tokens of the session in all its browser tabs. */
export function continueWithTokens(pair: NewPair): void {
  const held = tokens();
  if (held === null) return;
  const next = followUp(held, pair);
  setTokens(next);
  broadcastToTabs({ kind: 'renewed', tokens: next });
}

// Replaces the session after a switch of the enterprise. Drops data and tabs, because they belong to the former
// enterprise.
function replaceSession(next: Tokens): void {
  dropTokens({ all: true, draftsOf: next.userId });
  setTokens(next);
}

export function switchSession(pair: NewPair): void {
  const held = tokens();
  if (held === null) return;
  const next = followUp(held, pair);
  replaceSession(next);
  broadcastToTabs({ kind: 'switched', tokens: next });
}

/** Locks the screen in all browser tabs of this session. */
export function lockSession(locked: Locked): void {
  const held = tokens();
  setLocked(locked);
  if (held) broadcastToTabs({ kind: 'locked', key: held.key, ...locked });
}

/** Unlocks the screen in all browser tabs of this session. */
export function unlockSession(): void {
  const held = tokens();
  setLocked(null);
  if (held) broadcastToTabs({ kind: 'opened', key: held.key });
}

/** Answers browser tabs that ask for the session, and follows their sign-out. Returns a stop function. */
export function followOtherTabs(): () => void {
  if (tokens() !== null) holdSessionLock();
  return subscribeToTabs((incoming) => {
    const held = tokens();
    if (held === null) return;
    if (incoming.kind === 'ask')
      broadcastToTabs({ kind: 'hand', tokens: held, locked: isLocked() ? lockedAs() : undefined });
    else if (incoming.kind === 'renewed' && incoming.tokens.key === held.key) setTokens(incoming.tokens);
    else if (incoming.kind === 'switched' && incoming.tokens.key === held.key) {
      replaceSession(incoming.tokens);
      signal('switched', undefined);
    } else if (incoming.kind === 'locked' && incoming.key === held.key)
      signal('locked', { name: incoming.name, since: incoming.since });
    else if (incoming.kind === 'opened' && incoming.key === held.key) {
      setLocked(null);
      signal('opened', undefined);
    } else if (incoming.kind === 'ended' && incoming.key === held.key) {
      dropTokens({ all: true, draftsOf: incoming.chosen ? undefined : held.userId });
      releaseSessionLock();
      signal('ended', incoming.notice);
    }
  });
}

let renewing: Promise<void> | undefined;

/** Renews the tokens unless another browser tab has just done so. */
export function refreshTokens(): Promise<void> {
  renewing ??= runExclusive('renewal', async () => {
    const held = tokens();
    if (held === null || !refreshDue(held.expiresAt, Date.now())) return;
    const answer = await refresh(
      { refresh_token: held.refresh, grant_type: 'refresh_token', scope: 'server' },
      { quiet: true },
    );
    if (tokens()?.key !== held.key) return;
    const next = tokensOf(answer, held.key, Date.now());
    setTokens(next);
    broadcastToTabs({ kind: 'renewed', tokens: next });
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

renewWith({ refresh: () => refreshTokens().catch(() => undefined), fromOtherTabs: requestSession });

/**
 * Checks the token lifetime every 10 s and renews in time. When the server refuses a renewal, the check stops (ST-02).
 * Returns a stop function.
 */
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
