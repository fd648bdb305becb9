import { useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { captchaUrl, platformId } from '../calls.ts';
import { findPhone } from './calls.ts';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { TenantField } from './tenant-field.tsx';
import { useFields } from './use-fields.ts';
import { usePlaces } from './use-places.ts';

type Field = 'entName' | 'captcha';
const order: readonly Field[] = ['entName', 'captcha'];

/** /findPhone/index: shows the masked phone of an enterprise account (RT-09). */
export function FindPhone() {
  const { places, place, setPlace, pictureKey, reloadPicture, problem, retry } = usePlaces();
  const { typed, bind, change, refuse } = useFields<Field>({ entName: '', captcha: '' });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [phoneResult, setPhoneResult] = useState<Awaited<ReturnType<typeof findPhone>>>();
  const choices = places.filter(({ id }) => id !== platformId);
  const selectedPlace = place?.id === platformId ? choices[0] : place;

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || selectedPlace === undefined) return;
    const faults = {
      entName: typed.entName.trim() === '' ? '企业名称不能为空' : undefined,
      captcha: pictureKey !== null && typed.captcha.trim() === '' ? '请输入验证码' : undefined,
    };
    if (refuse(faults, order)) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const captcha = pictureKey === null ? null : { key: pictureKey, code: typed.captcha.trim() };
      setPhoneResult(await findPhone(selectedPlace, typed.entName.trim(), captcha));
    } catch (error) {
      if (error instanceof ApiError && error.status === 428) refuse({ captcha: error.message }, order);
      else setFailure(messageOf(error));
    } finally {
      setBusy(false);
      reloadPicture();
      change('captcha', '');
    }
  };

  return (
    <Sheet title="找回手机号" path="/findPhone/index">
      {phoneResult ? (
        <div className="end" role="status">
          <h1>已查到绑定的手机号</h1>
          <div className="found">
            <span className="sub">{phoneResult.name}</span>
            <strong>{phoneResult.phone}</strong>
          </div>
          <p>如果这是您的手机号，可以在登录页选择“短信验证码”登录。手机号已停用的，请联系单位管理员更换。</p>
          <div className="acts">
            <a className="btn main" href="/login">
              去登录
            </a>
            <button type="button" className="btn" onClick={() => setPhoneResult(undefined)}>
              再查一家
            </button>
          </div>
        </div>
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <div>
            <h1>找回手机号</h1>
            <p className="sub">忘记企业账号绑定了哪个手机号时，可以用企业全称查询；只显示号码的一部分。</p>
          </div>
          <div role="alert" className="failure" hidden={!problem}>
            {problem}
            <button type="button" onClick={retry}>
              重试
            </button>
          </div>
          <TenantField
            places={choices}
            selectedPlace={selectedPlace}
            onChoose={setPlace}
            busy={choices.length === 0 && !problem}
          />
          <TextField {...bind('entName')} label="企业全称" name="organization" autoComplete="organization" />
          <p className="hint">与营业执照上的名称一字不差。</p>
          {pictureKey !== null && (
            <CaptchaField {...bind('captcha')} src={captchaUrl(pictureKey)} onRenew={reloadPicture} />
          )}
          <div role="alert" className="failure" hidden={!failure}>
            {failure}
          </div>
          <button
            type="submit"
            className="btn main big"
            disabled={busy || selectedPlace === undefined}
            aria-busy={busy}
          >
            {busy ? '正在查询…' : '查询'}
          </button>
        </form>
      )}
    </Sheet>
  );
}
