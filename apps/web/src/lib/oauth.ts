import { unboundData, type Unbound } from '@anlan/contract/modules/session/oauth';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { keepPending } from './pending-bind.ts';
import { keep, prefix, recall } from './storage.ts';

const back = z.object({ kind: z.literal('back'), state: z.string(), code: z.nullable(z.string()) });
const message = z.discriminatedUnion('kind', [back, z.object({ kind: z.literal('taken'), state: z.string() })]);
/** What comes back from a vendor; without a code when the person refused. */
export type Back = Pick<z.output<typeof back>, 'state' | 'code'>;

const open = () => new BroadcastChannel(`${prefix}third`);
const hear = (channel: BroadcastChannel, listener: (said: z.output<typeof message>) => void) =>
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const read = z.safeParse(message, data);
    if (read.success) listener(read.data);
  });

/** Waits for one trip to come back; other trips, and whatever else is said, change nothing (S42). */
export function awaitBack(state: string, done: (code: string | null) => void): () => void {
  const channel = open();
  hear(channel, (said) => {
    if (said.kind !== 'back' || said.state !== state) return;
    channel.postMessage({ kind: 'taken', state });
    channel.close();
    done(said.code);
  });
  return () => channel.close();
}

const patienceMs = 600;

/** Tells whoever waits for the trip; false when nobody does. */
export function handOver({ state, code }: Back): Promise<boolean> {
  return new Promise((done) => {
    const channel = open();
    const end = (taken: boolean) => {
      clearTimeout(timer);
      channel.close();
      done(taken);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    hear(channel, (said) => said.kind === 'taken' && said.state === state && end(true));
    channel.postMessage({ kind: 'back', state, code });
  });
}

const begun = z.object({ state: z.string(), tenantId: z.string() });

/** Remembers where a trip was begun for, should the vendor's page take the place of ours. */
export const rememberOauth = (oauthState: z.output<typeof begun>): void => keep('session', 'thirdTrip', oauthState);

/** The tenant that a trip was begun for in this browser tab. */
export function tenantOfOauth(state: string): string | undefined {
  const oauthState = recall('session', 'thirdTrip', begun);
  return oauthState?.state === state ? oauthState.tenantId : undefined;
}

/** What the address of a landing says; undefined when it is no landing. */
export function backOf(search: string): Back | undefined {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  return state === null || state === '' ? undefined : { state, code: query.get('code') || null };
}

/** Opens the vendor's page in a window of its own; null when the browser does not let it. */
export function openWindow(url: string): Window | null {
  const [left, top] = [screenX + (outerWidth - 540) / 2, screenY + (outerHeight - 540) / 2];
  return window.open(url, 'third', `popup,width=540,height=540,left=${Math.round(left)},top=${Math.round(top)}`);
}

/** Keeps what came with 417, so that it can be bound after a password, and answers it; null when the failure is another. */
export function keepUnbound(error: unknown, tenantId: string): Unbound | null {
  if (!(error instanceof ApiError) || error.status !== 417) return null;
  const read = z.safeParse(unboundData, error.data);
  if (!read.success) return null;
  keepPending({ ...read.data, tenantId, endsAt: Date.now() + 590_000 });
  return read.data;
}

/** What an identity is called, with the vendor's name first. */
export const identityName = ({ provider, label }: Pick<Unbound, 'provider' | 'label'>): string =>
  `${provider === 'wechat' ? '微信' : '统一身份'}${label === null ? '' : `“${label}”`}`;
