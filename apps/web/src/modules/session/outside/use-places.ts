import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import type { LoginMethods } from '@anlan/contract/modules/session/login-methods';
import { messageOf } from '#lib/api-error.ts';
import { useEffect, useState } from 'react';
import {
  captchaKey,
  captchaWanted,
  listPlaces,
  noLoginMethods,
  pendingPlaces,
  tenantOfHost,
  loginMethodsAt,
} from '../calls.ts';
import { lastChoice } from '../state.ts';

const seedingMs = 4_000;

export function usePlaces() {
  const [places, setPlaces] = useState<Brand[]>([]);
  const [place, setPlace] = useState<Brand>();
  const [pictureKey, setPictureKey] = useState<string | null>(null);
  const [pending, setPending] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const requestedId = new URLSearchParams(location.search).get('tenantId') ?? undefined;
    Promise.all([listPlaces(signal), tenantOfHost(), captchaWanted(), pendingPlaces(tries > 0)]).then(
      ([loadedPlaces, byHost, captcha, names]) => {
        if (signal.aborted) return;
        const wanted = [requestedId, byHost, lastChoice()?.tenantId]
          .map((id) => loadedPlaces.find((one) => one.id === id))
          .find(Boolean);
        setPlaces(loadedPlaces);
        setPending(names);
        setPlace((current) => current ?? wanted ?? loadedPlaces[0]);
        setPictureKey((key) => (captcha ? (key ?? captchaKey()) : null));
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(messageOf(error));
      },
    );
    return () => leaving.abort();
  }, [tries]);
  useEffect(() => {
    if (pending.length === 0) return undefined;
    const timer = setTimeout(() => setTries((count) => count + 1), seedingMs);
    return () => clearTimeout(timer);
  }, [pending]);
  return {
    places,
    pending,
    place,
    setPlace,
    pictureKey,
    /** Loads a new captcha. One captcha is valid for a single attempt, whether it succeeds or fails. */
    reloadPicture: () => setPictureKey((key) => (key === null ? null : captchaKey())),
    problem,
    retry: () => setTries(tries + 1),
  };
}

/** Available sign-in methods of a tenant. */
export function useLoginMethods(tenantId: string | undefined): LoginMethods {
  const [loadedMethods, setLoadedMethods] = useState<{ of: string; ways: LoginMethods }>();
  useEffect(() => {
    if (tenantId === undefined) return undefined;
    const leaving = new AbortController();
    void loginMethodsAt(tenantId, leaving.signal).then((loginMethods) => {
      if (!leaving.signal.aborted) setLoadedMethods({ of: tenantId, ways: loginMethods });
    });
    return () => leaving.abort();
  }, [tenantId]);
  return loadedMethods !== undefined && loadedMethods.of === tenantId ? loadedMethods.ways : noLoginMethods;
}
