import { useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { captchaUrl, signInWith, type SignInTarget } from '../calls.ts';
import { PasswordField } from './login-fields.tsx';
import { useFields, type Faults } from './use-fields.ts';

type Field = 'username' | 'password' | 'captcha';
const order: readonly Field[] = ['username', 'password', 'captcha'];

export interface WayProps {
  /** Tenant and user type; undefined until the tenants are loaded. */
  gate: SignInTarget | undefined;
  pictureKey: string | null;
  reloadPicture: () => void;
  notice: string | undefined;
  /** Called with null when signed in, or with a ticket if a second factor is required. */
  onDone: (ticket: string | null) => void;
}

function missing({ username, password, captcha }: Readonly<Record<Field, string>>, pictured: boolean): Faults<Field> {
  const faults: Faults<Field> = {};
  if (username.trim() === '') faults.username = '请输入用户名';
  if (password === '') faults.password = '请输入密码';
  if (pictured && captcha.trim() === '') faults.captcha = '请输入验证码';
  return faults;
}

export function PasswordForm({ gate, pictureKey, reloadPicture, notice, onDone }: WayProps) {
  const { typed, bind, change, focus, refuse } = useFields<Field>({ username: '', password: '', captcha: '' });
  const [failure, setFailure] = useState(notice);
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || gate === undefined) return;
    if (refuse(missing(typed, pictureKey !== null), order)) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const captcha = pictureKey === null ? null : { key: pictureKey, code: typed.captcha.trim() };
      onDone(await signInWith(gate, { username: typed.username.trim(), password: typed.password, captcha }));
    } catch (error) {
      setFailure(messageOf(error));
      reloadPicture();
      change('captcha', '');
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 428) focus('captcha');
      else if (status === 426) focus('password');
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      <TextField {...bind('username')} label="用户名" name="username" autoComplete="username" />
      <PasswordField {...bind('password')} />
      {pictureKey !== null && (
        <CaptchaField {...bind('captcha')} src={captchaUrl(pictureKey)} onRenew={reloadPicture} />
      )}
      <div role="alert" className="failure" hidden={!failure}>
        {failure}
      </div>
      <button type="submit" className="btn main big" disabled={busy || gate === undefined} aria-busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  );
}
