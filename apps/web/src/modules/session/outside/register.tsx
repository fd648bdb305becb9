import { usernameProblem } from '@anlan/contract/modules/user/registration';
import type { ContentType } from '@anlan/contract/modules/content/text';
import { maskPhone, normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import { passwordFormProblem, passwordRule } from '@anlan/contract/domain/password';
import { useRef, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { SmsCodeField } from '#ui/sms-code-field.tsx';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { Agreement } from '#widgets/agreement/agreement.tsx';
import { captchaUrl, platformId, loginMethodsAt } from '../calls.ts';
import { register, sendRegisterCode, type Registrable } from './calls.ts';
import { PasswordField } from './login-fields.tsx';
import './login.css';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { TenantField } from './tenant-field.tsx';
import { useFields, type Faults } from './use-fields.ts';
import { usePlaces, useLoginMethods } from './use-places.ts';
import { useUserTypes } from './use-user-types.ts';

const first = { nickName: '', entName: '', username: '', password: '', phone: '', captcha: '', code: '' };
type Field = keyof typeof first;
const order: readonly Field[] = ['nickName', 'entName', 'username', 'password', 'phone', 'captcha', 'code'];
const texts: readonly ContentType[] = ['service', 'privacy'];
const isField = (name: string): name is Field => order.some((field) => field === name);

const kinds: readonly [Registrable, string][] = [
  ['enterprise', '企业全称'],
  ['shop', '店铺或企业名称'],
];

function missing(typed: Readonly<Record<Field, string>>, named: string, protects: boolean): Faults<Field> {
  return {
    nickName: typed.nickName.trim() === '' ? '姓名不能为空' : undefined,
    entName: typed.entName.trim() === '' ? `${named}不能为空` : undefined,
    username: usernameProblem(typed.username.trim()) ?? undefined,
    password: passwordFormProblem(typed.password, protects) ?? undefined,
    phone: phoneProblem(normalisePhone(typed.phone)) ?? undefined,
    code: /^\d{6}$/.test(typed.code.trim()) ? undefined : '请输入 6 位短信验证码',
  };
}

function Sent({ phone }: { phone: string }) {
  return (
    <div className="end" role="status">
      <span className="round">✓</span>
      <h1>注册申请已提交</h1>
      <p>受理情况已用短信发到 {maskPhone(phone)}，请留意查看。单位管理员审核通过后，就可以用注册的账号登录。</p>
      <div className="acts">
        <a className="btn main" href="/login">
          返回登录
        </a>
        <a className="btn" href="/guide">
          使用指南
        </a>
      </div>
    </div>
  );
}

/** /register: requests an account. An administrator must approve it (RT-06). */
export function Register() {
  const words = useUserTypes();
  const { places, place, setPlace, pictureKey, reloadPicture, problem, retry } = usePlaces();
  const { typed, faulty, bind, change, focus, refuse } = useFields(first);
  const [kind, setKind] = useState<Registrable>('enterprise');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [agreed, setAgreed] = useState<string[] | null>(null);
  const [disagreed, setDisagreed] = useState<string>();
  // Increases when the server reports that an agreement has changed. The agreement is then fetched again.
  const [edition, setEdition] = useState(0);
  const consent = useRef<HTMLInputElement>(null);
  const choices = places.filter(({ id }) => id !== platformId);
  const selectedPlace = place?.id === platformId ? choices[0] : place;
  const { passwordProtected: protects } = useLoginMethods(selectedPlace?.id);
  const named = kinds.find(([one]) => one === kind)?.[1] ?? '';
  const phone = normalisePhone(typed.phone);

  const onSend = async () => {
    if (selectedPlace === undefined) return false;
    const captcha = pictureKey !== null && typed.captcha.trim() === '' ? '请输入验证码' : undefined;
    if (refuse({ phone: phoneProblem(phone) ?? undefined, captcha }, order)) return false;
    setFailure(undefined);
    try {
      await sendRegisterCode(
        selectedPlace,
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
  const stillComing = async () => selectedPlace?.id === undefined || (await loginMethodsAt(selectedPlace.id)).phone;
  const onRefused = (error: ApiError | null) => {
    const text = error?.message ?? '短信没有发出，请稍后再试';
    refuse(error?.status === 428 ? { captcha: text } : { phone: text }, order);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || selectedPlace === undefined || refuse(missing(typed, named, protects), order)) return;
    if (agreed === null) {
      setDisagreed('请先阅读并同意协议');
      consent.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const { nickName, entName, username, password, code } = typed;
      await register({
        place: selectedPlace,
        type: kind,
        nickName: nickName.trim(),
        entName: entName.trim(),
        username: username.trim(),
        password,
        phone,
        code: code.trim(),
        agreed,
      });
      setSent(true);
    } catch (error) {
      const faults = error instanceof ApiError ? error.errors : [];
      const changed = faults.find(({ field }) => field === 'agreed');
      if (changed) {
        setEdition(edition + 1);
        setDisagreed(changed.msg);
        return;
      }
      const own = Object.fromEntries(faults.flatMap(({ field, msg }) => (isField(field) ? [[field, msg]] : [])));
      if (!refuse(own, order)) setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (sent)
    return (
      <Sheet title="注册账号" path="/register">
        <Sent phone={phone} />
      </Sheet>
    );
  return (
    <Sheet title="注册账号" path="/register">
      <form onSubmit={onSubmit} noValidate>
        <div>
          <h1>注册账号</h1>
          <p className="sub">
            提交后由单位管理员审核。企业还没有入驻的，请先<a href="/bus/enterprise/apply">申请企业入驻</a>
            ，通过后会自动开通账号。
          </p>
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
        <fieldset className="kinds">
          <legend className="unseen">用户类型</legend>
          {kinds.map(([one]) => (
            <label key={one} className={one === kind ? 'on' : ''}>
              <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
              {words[one]}
            </label>
          ))}
        </fieldset>
        <div className="pair">
          <TextField {...bind('nickName')} label="姓名" name="name" autoComplete="name" />
          <TextField {...bind('entName')} label={named} name="organization" autoComplete="organization" />
        </div>
        <div className="pair">
          <TextField {...bind('username')} label="用户名" name="username" autoComplete="username" />
          <PasswordField {...bind('password')} fresh />
        </div>
        <p className="hint">
          密码 {passwordRule(protects)}，可以是一句话；不能是常见密码，也不能由用户名、手机号或单位名称组成。
        </p>
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
        <Agreement
          key={edition}
          types={texts}
          tenantId={selectedPlace?.id}
          value={agreed}
          fault={disagreed}
          ref={consent}
          onChange={(now) => {
            setAgreed(now);
            if (now !== null) setDisagreed(undefined);
          }}
        />
        <div role="alert" className="failure" hidden={!failure}>
          {failure}
        </div>
        <button type="submit" className="btn main big" disabled={busy || selectedPlace === undefined} aria-busy={busy}>
          {busy ? '正在提交…' : '提交注册'}
        </button>
      </form>
    </Sheet>
  );
}
