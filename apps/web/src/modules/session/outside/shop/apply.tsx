import { creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import type { ContentType } from '@anlan/contract/modules/content/text';
import { useRef, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { SmsCodeField } from '#ui/sms-code-field.tsx';
import { CaptchaField, TextField } from '#ui/text-field.tsx';
import { Agreement } from '#widgets/agreement/agreement.tsx';
import { captchaUrl, platformId, loginMethodsAt } from '../../calls.ts';
import '../login.css';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { applyWithShop, lookUpCompany, sendShopCode } from './calls.ts';
import { ShopProgressForm } from './shop-state.tsx';
import { TenantField } from '../tenant-field.tsx';
import { useFields, type Faults } from '../use-fields.ts';
import { usePlaces } from '../use-places.ts';

const first = {
  name: '',
  creditCode: '',
  company: '',
  address: '',
  serviceLine: '',
  openHours: '',
  intro: '',
  contactName: '',
  phone: '',
  captcha: '',
  code: '',
};
type Field = keyof typeof first;
const order = Object.keys(first) as Field[];
const isField = (name: string): name is Field => order.some((field) => field === name);
const texts: readonly ContentType[] = ['service', 'privacy'];
const path = '/mall/shop/shopapply/form';

const demanded: readonly [Field, string][] = [
  ['name', '店铺名称'],
  ['company', '企业名称'],
  ['address', '店铺地址'],
  ['serviceLine', '客服电话'],
  ['contactName', '联系人'],
];
function missing(typed: Readonly<Record<Field, string>>): Faults<Field> {
  const problem = creditCodeProblem(normaliseCreditCode(typed.creditCode));
  return {
    ...Object.fromEntries(
      demanded.map(([field, label]) => [field, typed[field].trim() === '' ? `请填写${label}` : undefined]),
    ),
    creditCode: problem?.message,
    phone: phoneProblem(normalisePhone(typed.phone)) ?? undefined,
    code: /^\d{6}$/.test(typed.code.trim()) ? undefined : '请输入 6 位短信验证码',
  };
}

/** /mall/shop/shopapply/form: form to apply as a shop, and progress of the application. */
export function ShopApply() {
  const { places, place, setPlace, pictureKey, reloadPicture, problem, retry } = usePlaces();
  const { typed, faulty, bind, change, focus, refuse } = useFields(first);
  const [failure, setFailure] = useState<string>();
  const [lookupNotice, setLookupNotice] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [number, setNumber] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const [agreed, setAgreed] = useState<string[] | null>(null);
  const [disagreed, setDisagreed] = useState<string>();
  // Increases when the server reports that an agreement has changed. The agreement is then fetched again.
  const [edition, setEdition] = useState(0);
  const consent = useRef<HTMLInputElement>(null);
  const choices = places.filter(({ id }) => id !== platformId);
  const selectedPlace = place?.id === platformId ? choices[0] : place;
  const phone = normalisePhone(typed.phone);
  const creditCode = normaliseCreditCode(typed.creditCode);

  const lookUp = async () => {
    if (selectedPlace === undefined || refuse({ creditCode: missing(typed).creditCode }, order)) return;
    setLookupNotice('正在查询…');
    try {
      const facts = await lookUpCompany(selectedPlace.id, creditCode);
      if (facts === null) return setLookupNotice('没有查到这个代码的工商信息，请手工填写');
      change('company', facts.name);
      if (typed.address.trim() === '' && facts.regLocation) change('address', facts.regLocation);
      setLookupNotice(`已填入工商登记的企业名称：${facts.name}`);
    } catch (error) {
      setLookupNotice(messageOf(error));
    }
  };
  const onSend = async () => {
    if (selectedPlace === undefined) return false;
    const captcha = pictureKey !== null && typed.captcha.trim() === '' ? '请输入验证码' : undefined;
    if (refuse({ phone: phoneProblem(phone) ?? undefined, captcha }, order)) return false;
    setFailure(undefined);
    try {
      await sendShopCode(
        selectedPlace.id,
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
    if (busy || selectedPlace === undefined || refuse(missing(typed), order)) return;
    if (agreed === null) {
      setDisagreed('请先阅读并同意协议');
      consent.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const { captcha: _, ...facts } = typed;
      const sent = await applyWithShop({ ...facts, tenantId: selectedPlace.id, creditCode, phone, agreed });
      setNumber(sent.number);
      scrollTo({ top: 0 });
    } catch (error) {
      const faults = error instanceof ApiError ? error.errors : [];
      const changed = faults.find(({ field }) => field === 'agreed');
      if (changed) {
        setEdition(edition + 1);
        setDisagreed(changed.msg);
        return;
      }
      if (error instanceof ApiError && error.status === 428) return void refuse({ code: error.message }, order);
      const own = Object.fromEntries(faults.flatMap(({ field, msg }) => (isField(field) ? [[field, msg]] : [])));
      if (!refuse(own, order)) setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (number !== null)
    return (
      <Sheet title="店铺入驻" path={path}>
        <div className="end" role="status">
          <span className="round">✓</span>
          <h1>入驻申请已提交</h1>
          <p>
            申请编号 <b>{number}</b>，请记下。审核结果会用短信通知；也可以用编号和手机号在这里查询进度。
          </p>
          <div className="acts">
            <a className="btn main" href="/login">
              返回登录
            </a>
          </div>
        </div>
      </Sheet>
    );
  if (asks)
    return (
      <Sheet title="店铺入驻" path={path}>
        <ShopProgressForm onBack={() => setAsks(false)} />
      </Sheet>
    );
  return (
    <Sheet title="店铺入驻" path={path}>
      <form onSubmit={onSubmit} noValidate>
        <div>
          <h1>店铺入驻申请</h1>
          <p className="sub">
            审核通过后账号用短信发到联系人手机。已经申请过？
            <button type="button" className="link" onClick={() => setAsks(true)}>
              查询进度
            </button>
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
        <TextField
          {...bind('creditCode')}
          label="统一社会信用代码"
          name="creditCode"
          autoComplete="off"
          end={
            <button type="button" className="ask" onClick={() => void lookUp()}>
              查询工商信息
            </button>
          }
        />
        <p className="hint" role="status" hidden={lookupNotice === undefined}>
          {lookupNotice}
        </p>
        <TextField {...bind('company')} label="企业名称" name="organization" autoComplete="organization" />
        <div className="pair">
          <TextField {...bind('name')} label="店铺名称" name="shop" autoComplete="off" />
          <TextField {...bind('serviceLine')} label="客服电话" name="serviceLine" autoComplete="off" />
        </div>
        <TextField {...bind('address')} label="店铺地址" name="address" autoComplete="street-address" />
        <div className="pair">
          <TextField {...bind('openHours')} label="营业时间（选填）" name="openHours" autoComplete="off" />
          <TextField {...bind('contactName')} label="联系人" name="name" autoComplete="name" />
        </div>
        <TextField {...bind('intro')} label="店铺介绍（选填）" name="intro" autoComplete="off" />
        <TextField {...bind('phone')} label="联系人手机号" name="phone" autoComplete="tel" inputMode="numeric" />
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
          {busy ? '正在提交…' : '提交申请'}
        </button>
      </form>
    </Sheet>
  );
}
