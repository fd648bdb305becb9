import type { UserType } from '@anlan/contract/domain/session';
import type { Brand } from '@anlan/contract/domain/tenant';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { captchaKey, captchaWanted, listPlaces, platformId, signInWith, tenantOfHost } from '../calls.ts';
import { lastChoice, rememberChoice } from '../state.ts';

/** What is typed into the form. */
export interface Typed {
  username: string;
  password: string;
  code: string;
}
/** Which field is at fault, and why. */
export type Faults = Partial<Record<keyof Typed, string>>;

const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : '系统未知错误,请反馈给管理员');

/** Where one may sign in, what was chosen last, and whether a captcha is asked for. */
export function usePlaces() {
  const [places, setPlaces] = useState<Brand[]>([]);
  const [place, setPlace] = useState<Brand>();
  const [pictureKey, setPictureKey] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    Promise.all([listPlaces(signal), tenantOfHost(signal), captchaWanted()]).then(
      ([found, byHost, captcha]) => {
        if (signal.aborted) return;
        const wanted = [lastChoice()?.tenantId, byHost].map((id) => found.find((one) => one.id === id)).find(Boolean);
        setPlaces(found);
        setPlace((chosen) => chosen ?? wanted ?? found[0]);
        setPictureKey(captcha ? captchaKey() : null);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(messageOf(error));
      },
    );
    return () => leaving.abort();
  }, [tries]);
  return {
    places,
    place,
    setPlace,
    pictureKey,
    renewPicture: () => setPictureKey(captchaKey()),
    problem,
    retry: () => setTries(tries + 1),
  };
}

/** What is missing, in the words that stand under the field. */
export function faultsOf({ username, password, code }: Typed, captcha: boolean): Faults {
  const faults: Faults = {};
  if (username.trim() === '') faults.username = '请输入用户名';
  if (password === '') faults.password = '请输入密码';
  if (captcha && code.trim() === '') faults.code = '请输入验证码';
  return faults;
}

/** The kind of person a sign-in is for: at the platform it is always the platform's own. */
const kindAt = (place: Brand, kind: UserType): UserType => (place.id === platformId ? 'platform' : kind);

/** Try to sign in; answers the failure's status and text, or nothing when it worked. */
export async function attempt(place: Brand, kind: UserType, typed: Typed, pictureKey: string | null) {
  const type = kindAt(place, kind);
  const captcha = pictureKey === null ? null : { key: pictureKey, code: typed.code.trim() };
  try {
    await signInWith({ place, type, username: typed.username.trim(), password: typed.password, captcha });
    rememberChoice({ tenantId: place.id, type });
    return undefined;
  } catch (error) {
    return { status: error instanceof ApiError ? error.status : 0, message: messageOf(error) };
  }
}
