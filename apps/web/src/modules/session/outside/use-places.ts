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

/** Where one may sign in, what was chosen last, and whether a captcha is asked for. */
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
    const asked = new URLSearchParams(location.search).get('tenantId') ?? undefined;
    Promise.all([listPlaces(signal), tenantOfHost(), captchaWanted(), pendingPlaces(tries > 0)]).then(
      ([found, byHost, captcha, names]) => {
        if (signal.aborted) return;
        const wanted = [asked, byHost, lastChoice()?.tenantId]
          .map((id) => found.find((one) => one.id === id))
          .find(Boolean);
        setPlaces(found);
        setPending(names);
        setPlace((chosen) => chosen ?? wanted ?? found[0]);
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
    /** A picture is good for one try, whatever came of it. */
    reloadPicture: () => setPictureKey((key) => (key === null ? null : captchaKey())),
    problem,
    retry: () => setTries(tries + 1),
  };
}

/** Ways in that work at a place; only these are shown (decisions 27). */
export function useLoginMethods(tenantId: string | undefined): LoginMethods {
  const [known, setKnown] = useState<{ of: string; ways: LoginMethods }>();
  useEffect(() => {
    if (tenantId === undefined) return undefined;
    const leaving = new AbortController();
    void loginMethodsAt(tenantId, leaving.signal).then((loginMethods) => {
      if (!leaving.signal.aborted) setKnown({ of: tenantId, ways: loginMethods });
    });
    return () => leaving.abort();
  }, [tenantId]);
  return known !== undefined && known.of === tenantId ? known.ways : noLoginMethods;
}
