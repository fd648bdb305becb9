import type { ApiError } from './api-error.ts';
import type { Locked } from './lock.ts';

/** What the calls and the session tell whoever shows the page. */
export interface Signals {
  /** A call met 401: the text to show. */
  expired: string;
  /** The session is over here; with the text to show when nobody chose it. */
  ended: string | undefined;
  /** The screen is locked on the server: whose, and since when. */
  locked: Locked;
  /** The screen was opened in another browser tab. */
  opened: undefined;
  /** The session may do nothing before its password, or its second factor, is seen to. */
  held: 'mustChangePassword' | 'mustEnrol';
  /** Another browser tab went over to another enterprise. */
  switched: undefined;
  /** What the person may do, or their menu, has changed. */
  rights: undefined;
  /** The session was ended from elsewhere; with the text to show. */
  dismissed: string;
  /** A dictionary has changed. */
  dictionaries: undefined;
  /** The server can be reached again. */
  back: undefined;
  /** The line over which the server tells stands again after a loss: what it told meanwhile may have been missed. */
  behind: undefined;
  /** Somebody wants to open or extend the membership of their enterprise. */
  purchase: undefined;
  /** A call failed and nobody has said they show it themselves. */
  failed: ApiError;
}

type Listener<T> = (value: T) => void;
const listeners: { [K in keyof Signals]: Set<Listener<Signals[K]>> } = {
  expired: new Set(),
  ended: new Set(),
  locked: new Set(),
  opened: new Set(),
  held: new Set(),
  switched: new Set(),
  rights: new Set(),
  dismissed: new Set(),
  dictionaries: new Set(),
  back: new Set(),
  behind: new Set(),
  purchase: new Set(),
  failed: new Set(),
};

/** Listen; the answer stops listening. */
export function onSignal<K extends keyof Signals>(name: K, listener: Listener<Signals[K]>): () => void {
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

/** Tell all who listen. */
export function signal<K extends keyof Signals>(name: K, value: Signals[K]): void {
  for (const listener of listeners[name]) listener(value);
}
