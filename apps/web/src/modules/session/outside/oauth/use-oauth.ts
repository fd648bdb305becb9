import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { awaitOauthResult, storeUnbound, rememberOauth, type OauthResult } from '#lib/oauth.ts';
import { finishOauth, startOauth } from '../calls.ts';

export type OauthState =
  | { kind: 'starting' }
  | { kind: 'waiting'; url: string; state: string }
  | { kind: 'entering' }
  | { kind: 'over'; what: 'refused' | 'failed' | 'late'; text: string };

interface Ends {
  /** Called with null when signed in, or with a ticket if a second factor is required. */
  onDone: (ticket: string | null) => void;
  /** Called when the external identity is verified but not bound to an account. */
  onUnbound: () => void;
}

const livesMs = 5 * 60_000;

/** Runs OAuth sign-in. The returned `again` restarts the sign-in. */
export function useOauth(place: Brand | undefined, came: OauthResult | undefined, { onDone, onUnbound }: Ends) {
  const [oauthState, setOauthState] = useState<OauthState>({ kind: came ? 'entering' : 'starting' });
  const [tries, setTries] = useState(0);

  async function enter(at: Brand, state: string, code: string | null) {
    if (code === null) return setOauthState({ kind: 'over', what: 'refused', text: '您在微信上拒绝了登录' });
    setOauthState({ kind: 'entering' });
    try {
      onDone(await finishOauth(at, state, code));
    } catch (error) {
      if (storeUnbound(error, at.id)) return onUnbound();
      setOauthState({ kind: 'over', what: 'failed', text: messageOf(error) });
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
    setOauthState({ kind: 'starting' });
    startOauth(place.id).then(
      ({ url, state }) => {
        if (left) return;
        const home = homeOf(url);
        // The vendor redirects to one origin only, so sign-in must start on that origin.
        if (home !== null && home !== location.origin)
          return location.replace(`${home}/sys?${new URLSearchParams({ tenantId: place.id })}`);
        const unhear = awaitOauthResult(state, (code) => void enter(place, state, code));
        const timer = setTimeout(() => setOauthState({ kind: 'over', what: 'late', text: '二维码已过期' }), livesMs);
        stop = () => {
          clearTimeout(timer);
          unhear();
        };
        rememberOauth({ state, tenantId: place.id });
        setOauthState({ kind: 'waiting', url, state });
      },
      (error: unknown) => {
        if (!left) setOauthState({ kind: 'over', what: 'failed', text: textOf(error) });
      },
    );
    return () => {
      left = true;
      stop();
    };
    // Starts for each tenant and each retry, but not for new callbacks.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place?.id, tries]);

  return { oauthState, again: () => setTries(tries + 1) };
}

const textOf = (error: unknown) =>
  error instanceof ApiError && error.kind === 'network' ? '网络连接不可用，请检查网络后重试' : messageOf(error);

function homeOf(url: string): string | null {
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
  return URL.canParse(redirect) ? new URL(redirect).origin : null;
}
