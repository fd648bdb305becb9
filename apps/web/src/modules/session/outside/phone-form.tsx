import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import { useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { SmsCodeField } from '#ui/sms-code-field.tsx';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { captchaUrl, sendSignInCode, signInByPhone, loginMethodsAt } from '../calls.ts';
import type { WayProps } from './password-form.tsx';
import { useFields } from './use-fields.ts';

type Field = 'phone' | 'captcha' | 'code';
const order: readonly Field[] = ['phone', 'captcha', 'code'];

export function PhoneForm({ gate, pictureKey, reloadPicture, notice, onDone }: WayProps) {
  const { typed, faulty, bind, change, focus, refuse } = useFields<Field>({ phone: '', captcha: '', code: '' });
  const [failure, setFailure] = useState(notice);
  const [busy, setBusy] = useState(false);
  const phone = normalisePhone(typed.phone);
  const phoneFault = phoneProblem(phone) ?? undefined;

  const onSend = async () => {
    if (gate === undefined) return false;
    const captcha = pictureKey !== null && typed.captcha.trim() === '' ? '请输入验证码' : undefined;
    if (refuse({ phone: phoneFault, captcha }, order)) return false;
    setFailure(undefined);
    try {
      await sendSignInCode(
        gate.place,
        phone,
        pictureKey === null ? null : { key: pictureKey, code: typed.captcha.trim() },
      );
    } finally {
      reloadPicture();
      change('captcha', '');
    }
    focus('code');
    return true;
  };
  const stillComing = async () => gate?.place.id === undefined || (await loginMethodsAt(gate.place.id)).phone;
  const onRefused = (error: ApiError | null) => {
    const text = error?.message ?? '短信没有发出，请稍后再试';
    if (error?.status === 428) refuse({ captcha: text }, order);
    else if (error?.status === 429 || error?.status === 400) refuse({ phone: text }, order);
    else setFailure(text);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || gate === undefined) return;
    const code = /^\d{6}$/.test(typed.code.trim()) ? undefined : '请输入 6 位短信验证码';
    if (refuse({ phone: phoneFault, code }, order)) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onDone(await signInByPhone(gate, phone, typed.code.trim()));
    } catch (error) {
      if (error instanceof ApiError && error.status === 428) refuse({ code: error.message }, order);
      else setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      <TextField {...bind('phone')} label="手机号" name="phone" autoComplete="tel" inputMode="numeric" />
      {pictureKey !== null && (
        <CaptchaField {...bind('captcha')} src={captchaUrl(pictureKey)} onRenew={reloadPicture} />
      )}
      <SmsCodeField
        {...bind('code')}
        onSend={onSend}
        stillComing={stillComing}
        onRefused={onRefused}
        failed={faulty || failure !== undefined}
      />
      <div role="alert" className="failure" hidden={!failure}>
        {failure}
      </div>
      <button type="submit" className="btn main big" disabled={busy || gate === undefined} aria-busy={busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  );
}
