import type { UserType } from '@anlan/contract/domain/session';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { footerLines, productName } from '#lib/brand.ts';
import { CaptchaField, TextField } from '#ui/plain-field.tsx';
import { captchaUrl, platformId } from '../calls.ts';
import { lastChoice } from '../state.ts';
import { KindField, PasswordField } from './login-fields.tsx';
import './login.css';
import { Sea } from './sea.tsx';
import { TenantField } from './tenant-field.tsx';
import { attempt, faultsOf, usePlaces, type Faults, type Typed } from './use-sign-in.ts';

const firstKind = (): UserType => {
  const last = lastChoice()?.type;
  return last === undefined || last === 'platform' ? 'regulator' : last;
};

/** /login: `onSignedIn` goes on; `notice` says why one is here again. */
export function Login({ onSignedIn, notice }: { onSignedIn: () => void; notice: string | undefined }) {
  const { places, place, setPlace, pictureKey, renewPicture, problem, retry } = usePlaces();
  const [kind, setKind] = useState(firstKind);
  const [typed, setTyped] = useState<Typed>({ username: '', password: '', code: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState(notice);
  const [busy, setBusy] = useState(false);
  const fields: Record<keyof Typed, RefObject<HTMLInputElement | null>> = {
    username: useRef(null),
    password: useRef(null),
    code: useRef(null),
  };

  useEffect(() => {
    document.title = `登录 - ${productName}`;
  }, []);

  const bind = (name: keyof Typed) => ({
    value: typed[name],
    fault: faults[name],
    ref: fields[name],
    onChange: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setFaults((before) => ({ ...before, [name]: undefined }));
    },
  });

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || place === undefined) return;
    const found = faultsOf(typed, pictureKey !== null);
    setFaults(found);
    const first = (['username', 'password', 'code'] as const).find((name) => found[name]);
    if (first) return fields[first].current?.focus();
    setBusy(true);
    setFailure(undefined);
    const failed = await attempt(place, kind, typed, pictureKey);
    setBusy(false);
    if (failed === undefined) return onSignedIn();
    setFailure(failed.message);
    if (pictureKey !== null) {
      // A picture is good for one try, whatever came of it.
      renewPicture();
      setTyped((before) => ({ ...before, code: '' }));
    }
    if (failed.status === 428) fields.code.current?.focus();
    else if (failed.status === 426) fields.password.current?.focus();
  };

  return (
    <main className="gate">
      <Sea />
      <section className="gate-form" aria-labelledby="sign-in">
        <form onSubmit={onSubmit} noValidate>
          <div>
            <h1 id="sign-in">登录</h1>
            <p className="sub">使用单位分配的账号</p>
          </div>
          <TenantField places={places} chosen={place} onChoose={setPlace} busy={places.length === 0 && !problem} />
          {place?.id !== platformId && <KindField value={kind} onChange={setKind} />}
          <TextField {...bind('username')} label="用户名" name="username" autoComplete="username" />
          <PasswordField {...bind('password')} />
          {pictureKey !== null && (
            <CaptchaField {...bind('code')} src={captchaUrl(pictureKey)} onRenew={renewPicture} />
          )}
          <div role="alert" className="failure" hidden={!problem && !failure}>
            {problem ?? failure}
            {problem && (
              <button type="button" onClick={retry}>
                重试
              </button>
            )}
          </div>
          <button type="submit" className="btn main big" disabled={busy || place === undefined} aria-busy={busy}>
            {busy ? '正在登录…' : '登录'}
          </button>
          <a className="enter" href="/bus/enterprise/apply">
            企业入驻
          </a>
        </form>
        <footer className="fine">{footerLines(place ?? null).join(' · ')}</footer>
      </section>
    </main>
  );
}
