import { unboundData, type UnboundIdentity } from '@anlan/contract/modules/session/oauth';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { keepPending } from './pending-bind.ts';
import { saveItem, prefix, loadItem } from './storage.ts';

const back = z.object({ kind: z.literal('back'), state: z.string(), code: z.nullable(z.string()) });
const message = z.discriminatedUnion('kind', [back, z.object({ kind: z.literal('taken'), state: z.string() })]);
export type OauthResult = Pick<z.output<typeof back>, 'state' | 'code'>;

const open = () => new BroadcastChannel(`${prefix}third`);
const subscribe = (channel: BroadcastChannel, listener: (said: z.output<typeof message>) => void) =>
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(message, data);
    if (read.success) listener(read.data);
  });

/**
 * Waits for the result of one OAuth redirect, identified by `state`. Other messages are ignored (S42). Returns a stop
 * function.
 */
export function awaitOauthResult(state: string, done: (code: string | null) => void): () => void {
  const channel = open();
  subscribe(channel, (reply) => {
    if (reply.kind !== 'back' || reply.state !== state) return;
    channel.postMessage({ kind: 'taken', state });
    channel.close();
    done(reply.code);
  });
  return () => channel.close();
}

const patienceMs = 600;

export function handOverResult({ state, code }: OauthResult): Promise<boolean> {
  return new Promise((done) => {
    const channel = open();
    const end = (isAccepted: boolean) => {
      clearTimeout(timer);
      channel.close();
      done(isAccepted);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    subscribe(channel, (reply) => reply.kind === 'taken' && reply.state === state && end(true));
    channel.postMessage({ kind: 'back', state, code });
  });
}

const begun = z.object({ state: z.string(), tenantId: z.string() });

/** Stores the OAuth state in this tab, in case the page of the vendor replaces this page. */
export const rememberOauth = (oauthState: z.output<typeof begun>): void => saveItem('session', 'thirdTrip', oauthState);

export function tenantOfOauth(state: string): string | undefined {
  const oauthState = loadItem('session', 'thirdTrip', begun);
  return oauthState?.state === state ? oauthState.tenantId : undefined;
}

export function oauthResultOf(search: string): OauthResult | undefined {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  return state === null || state === '' ? undefined : { state, code: query.get('code') || null };
}

/** Opens the page of the vendor in a new window; null when the browser blocks it. */
export function openWindow(url: string): Window | null {
  const [left, top] = [screenX + (outerWidth - 540) / 2, screenY + (outerHeight - 540) / 2];
  return window.open(url, 'third', `popup,width=540,height=540,left=${Math.round(left)},top=${Math.round(top)}`);
}

/**
 * Stores the vendor identity of a 417 response, so that it can be bound after the user entered the password. Returns
 * null for other errors.
 */
export function storeUnbound(error: unknown, tenantId: string): UnboundIdentity | null {
  if (!(error instanceof ApiError) || error.status !== 417) return null;
  const read = z.safeParse(unboundData, error.data);
  if (!read.success) return null;
  keepPending({ ...read.data, tenantId, endsAt: Date.now() + 590_000 });
  return read.data;
}

export const identityName = ({ provider, label }: Pick<UnboundIdentity, 'provider' | 'label'>): string =>
  `${provider === 'wechat' ? '微信' : '统一身份'}${label === null ? '' : `“${label}”`}`;
