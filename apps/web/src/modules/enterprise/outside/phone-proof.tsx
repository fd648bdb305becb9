import { normalisePhone } from '@anlan/contract/domain/phone';
import { useEffect, useState } from 'react';
import type { ApiError } from '#lib/api-error.ts';
import { SmsCodeField } from '#ui/sms-code-field.tsx';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { captchaKey, captchaUrl, captchaWanted, sendCode } from './calls.ts';
import { phoneFault, type FieldName, type Faults } from './rules.ts';
import type { useTyped } from './use-apply.ts';

interface Props {
  tenantId: string;
  form: Pick<ReturnType<typeof useTyped>, 'typed' | 'bind' | 'setFaults' | 'focus'>;
  fixed?: boolean;
  /** Whether the form shows an error. The message that an SMS code was sent is then hidden. */
  failed: boolean;
}

export function PhoneProof({ tenantId, form: { typed, bind, setFaults, focus }, fixed = false, failed }: Props) {
  const { phone, captcha } = typed;
  // Validating one step must not remove the errors of the other steps.
  const setFault = (next: Faults) => setFaults((before) => ({ ...before, ...next }));
  const [key, setKey] = useState<string | null>(null);

  useEffect(() => {
    captchaWanted().then(
      (wanted) => setKey(wanted ? captchaKey() : null),
      () => setKey(null),
    );
  }, []);

  const refuse = (field: FieldName, msg: string) => {
    setFault({ [field]: msg });
    focus(field);
    return false;
  };
  const onSend = async () => {
    const fault = phoneFault(phone);
    if (fault) return refuse('phone', fault);
    if (key !== null && captcha.trim() === '') return refuse('captcha', '请输入验证码');
    try {
      await sendCode(tenantId, normalisePhone(phone), key === null ? null : { key, code: captcha.trim() });
    } finally {
      // A captcha is valid for one attempt, whether it succeeds or fails. Load a new captcha.
      if (key !== null) setKey(captchaKey());
    }
    setFault({ phone: undefined, captcha: undefined, code: undefined });
    focus('code');
    return true;
  };
  // If the phone number is fixed, no field shows it. Show its error at the field of the SMS code.
  const onRefused = (error: ApiError | null) =>
    refuse(error?.status === 428 ? 'captcha' : fixed ? 'code' : 'phone', error?.message ?? '短信没有发出，请稍后再试');

  return (
    <>
      {!fixed && (
        <TextField {...bind('phone')} label="申请人手机号" name="phone" autoComplete="tel" inputMode="numeric" />
      )}
      {key !== null && <CaptchaField {...bind('captcha')} src={captchaUrl(key)} onRenew={() => setKey(captchaKey())} />}
      <SmsCodeField
        {...bind('code')}
        onSend={onSend}
        stillComing={() => Promise.resolve(true)}
        onRefused={onRefused}
        failed={failed || bind('phone').fault !== undefined || bind('captcha').fault !== undefined}
      />
    </>
  );
}
