import { normalisePhone } from '@anlan/contract/domain/phone';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { captchaKey, captchaUrl, captchaWanted, sendCode } from './calls.ts';
import { phoneFault, type FieldName, type Faults } from './rules.ts';
import type { Bind } from './use-apply.ts';

interface Props {
  tenantId: string;
  bind: Bind;
  phone: string;
  captcha: string;
  setFault: (faults: Faults) => void;
  focus: (field: FieldName) => void;
  fixed?: boolean;
  /** Whether the form shows an error. The message that an SMS code was sent is then hidden. */
  failed: boolean;
}

export function PhoneProof({ tenantId, bind, phone, captcha, setFault, focus, fixed = false, failed }: Props) {
  const [key, setKey] = useState<string | null>(null);
  const [wait, setWait] = useState(0);
  const [sent, setSent] = useState(false);
  const [isCodeSent, setIsCodeSent] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    captchaWanted().then(
      (wanted) => setKey(wanted ? captchaKey() : null),
      () => setKey(null),
    );
  }, []);
  useEffect(() => {
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const code = bind('code');
  // Show one message at a time: a later error replaces the message that an SMS code was sent.
  const faults = [bind('phone').fault, bind('captcha').fault, code.fault];
  if (isCodeSent && (failed || faults.some((fault) => fault !== undefined))) setIsCodeSent(false);
  const refuse = (field: FieldName, msg: string) => {
    setFault({ [field]: msg });
    focus(field);
  };
  const ask = async () => {
    const fault = phoneFault(phone);
    if (fault) return refuse('phone', fault);
    if (key !== null && captcha.trim() === '') return refuse('captcha', '请输入验证码');
    setBusy(true);
    setIsCodeSent(false);
    try {
      await sendCode(tenantId, normalisePhone(phone), key === null ? null : { key, code: captcha.trim() });
      setFault({ phone: undefined, captcha: undefined, code: undefined });
      setSent(true);
      setIsCodeSent(true);
      setWait(60);
      focus('code');
    } catch (error) {
      const failed = error instanceof ApiError ? error : null;
      // If the phone number is fixed, no field shows it. Show its error at the field of the SMS code.
      const at = failed?.status === 428 ? 'captcha' : fixed ? 'code' : 'phone';
      refuse(at, failed?.message ?? '短信没有发出，请稍后再试');
      if (failed?.status === 429) setWait(failed.retryAfter ?? 60);
    } finally {
      setBusy(false);
      // A captcha is valid for one attempt, whether it succeeds or fails. Load a new captcha.
      if (key !== null) setKey(captchaKey());
    }
  };

  return (
    <>
      {!fixed && (
        <TextField {...bind('phone')} label="申请人手机号" name="phone" autoComplete="tel" inputMode="numeric" />
      )}
      {key !== null && <CaptchaField {...bind('captcha')} src={captchaUrl(key)} onRenew={() => setKey(captchaKey())} />}
      <TextField
        {...code}
        label="短信验证码"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        end={
          <button type="button" className="ask" disabled={busy || wait > 0} onClick={() => void ask()}>
            {wait > 0 ? `${wait} 秒后可重发` : sent ? '重新获取' : '获取验证码'}
          </button>
        }
      />
      <p className="told" role="status">
        {isCodeSent ? '验证码已发送，5 分钟内有效。' : ''}
      </p>
    </>
  );
}
