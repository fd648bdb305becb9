import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { awaitBack, keepUnbound, rememberTrip, type Back } from '#lib/third.ts';
import { finishTrip, startTrip } from '../calls.ts';

/** How a trip to WeChat stands. */
export type Trip =
  | { kind: 'starting' }
  | { kind: 'waiting'; url: string; state: string }
  | { kind: 'entering' }
  | { kind: 'over'; what: 'refused' | 'failed' | 'late'; text: string };

interface Ends {
  /** Signed in, or on the way to the second step with its ticket. */
  onDone: (ticket: string | null) => void;
  /** Proven, but nobody here yet. */
  onUnbound: () => void;
}

const livesMs = 5 * 60_000;

/** The way to the vendor's page and back, begun anew whenever `again` is called. */
export function useTrip(place: Brand | undefined, came: Back | undefined, { onDone, onUnbound }: Ends) {
  const [trip, setTrip] = useState<Trip>({ kind: came ? 'entering' : 'starting' });
  const [tries, setTries] = useState(0);

  async function enter(at: Brand, state: string, code: string | null) {
    if (code === null) return setTrip({ kind: 'over', what: 'refused', text: '您在微信上拒绝了登录' });
    setTrip({ kind: 'entering' });
    try {
      onDone(await finishTrip(at, state, code));
    } catch (error) {
      if (keepUnbound(error, at.id)) return onUnbound();
      setTrip({ kind: 'over', what: 'failed', text: messageOf(error) });
    }
  }

  useEffect(() => {
    if (place === undefined) return undefined;
    if (came !== undefined && tries === 0) {
      void enter(place, came.state, came.code);
      return undefined;
    }
    let left = false;
    let stop = () => {};
    setTrip({ kind: 'starting' });
    startTrip(place.id).then(
      ({ url, state }) => {
        if (left) return;
        const home = homeOf(url);
        // The way back leads to one address alone: the trip must begin there.
        if (home !== null && home !== location.origin)
          return location.replace(`${home}/sys?${new URLSearchParams({ tenantId: place.id })}`);
        const unhear = awaitBack(state, (code) => void enter(place, state, code));
        const timer = setTimeout(() => setTrip({ kind: 'over', what: 'late', text: '二维码已过期' }), livesMs);
        stop = () => {
          clearTimeout(timer);
          unhear();
        };
        rememberTrip({ state, tenantId: place.id });
        setTrip({ kind: 'waiting', url, state });
      },
      (error: unknown) => {
        if (!left) setTrip({ kind: 'over', what: 'failed', text: textOf(error) });
      },
    );
    return () => {
      left = true;
      stop();
    };
    // A trip begins for a place and each time it is asked for, not for new functions.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place?.id, tries]);

  return { trip, again: () => setTries(tries + 1) };
}

const textOf = (error: unknown) =>
  error instanceof ApiError && error.kind === 'network' ? '网络连接不可用，请检查网络后重试' : messageOf(error);

function homeOf(url: string): string | null {
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
  return URL.canParse(redirect) ? new URL(redirect).origin : null;
}
