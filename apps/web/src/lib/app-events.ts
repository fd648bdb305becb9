import type { ApiError } from './api-error.ts';
import type { Locked } from './lock.ts';

/** Events of calls and of the session to which the UI subscribes. */
export interface Signals {
  /** A call got status 401; the value is the message to show. */
  expired: string;
  /** The session ended in this browser. The value is a message unless the user signed out. */
  ended: string | undefined;
  /** The server reported that the screen is locked: by which user and since when. */
  locked: Locked;
  opened: undefined;
  /** The session is restricted: the user must first change the password or set up a second factor. */
  held: 'mustChangePassword' | 'mustEnrol';
  switched: undefined;
  rights: undefined;
  /** The session was ended elsewhere; the value is the message to show. */
  dismissed: string;
  dictionaries: undefined;
  back: undefined;
  /** The event stream reconnected: events may have been missed. */
  behind: undefined;
  purchase: undefined;
  /** A call failed, and its caller does not show the error itself. */
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

export function onSignal<K extends keyof Signals>(name: K, listener: Listener<Signals[K]>): () => void {
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

export function signal<K extends keyof Signals>(name: K, value: Signals[K]): void {
  for (const listener of listeners[name]) listener(value);
}
