import type { ContentType } from '@anlan/contract/modules/content/text';
import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useEffect, useState, type FormEvent } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Agreement } from '#widgets/agreement/agreement.tsx';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import './application-form.css';
import { listAuthorities } from './calls.ts';
import { Licence } from './licence.tsx';
import { PhoneProof } from './phone-proof.tsx';
import { emptyTyped, loadDraft, steps, type Typed } from './rules.ts';
import { ApplicationProgressView } from './application-state.tsx';
import { CompanyStep, FactsStep } from './steps.tsx';
import { useApply, type Resubmission } from './use-apply.ts';

function Done({ number, onLook }: { number: string; onLook: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(number).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <div className="end" role="status">
      <span className="round">✓</span>
      <h1>已提交，预计 3 个工作日内答复</h1>
      <p>审核结果会发到申请人手机。请保存申请编号，可用它和手机号查询进度。</p>
      <div className="number">
        <code>{number}</code>
        <button type="button" className="btn" onClick={() => void copy()}>
          {copied ? '已复制' : '复制编号'}
        </button>
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onLook}>
          查询进度
        </button>
        <a className="btn main" href="/login">
          返回登录
        </a>
      </div>
    </div>
  );
}

const texts: readonly ContentType[] = ['service', 'privacy'];
const busyText = (gone: number | null) =>
  gone === null || gone === 1 ? '请稍候…' : `正在上传营业执照 ${Math.floor(gone * 100)}%`;

interface Changing {
  again: Resubmission;
  typed: Typed;
}

interface WizardProps {
  changing: Changing | null;
  places: readonly Brand[];
  onSent: (number: string) => void;
}

function Wizard({ changing, places, onSent }: WizardProps) {
  const again = changing?.again ?? null;
  const [draft] = useState(() => (changing ? null : loadDraft()));
  const at = useApply(changing?.typed ?? draft ?? emptyTyped, again, onSent);
  const [showsDraftNotice, setShowsDraftNotice] = useState(draft !== null);
  const { step, busy, typed, faults } = at;
  const { setTyped } = at;
  const last = step === steps.length - 1;
  const [only] = places.length === 1 ? places : [];
  useEffect(() => {
    if (only) setTyped((before) => (before.tenantId === '' ? { ...before, tenantId: only.id } : before));
  }, [only, setTyped]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void (last ? at.send() : at.next());
  };
  return (
    <form onSubmit={submit} noValidate>
      <div>
        <h1>{again ? '修改入驻申请' : '企业入驻申请'}</h1>
        <p className="sub">{again ? `申请编号 ${again.number}` : '填写三步，提交后由受理单位审核'}</p>
      </div>
      {showsDraftNotice && (
        <div className="restored" role="status">
          <span>已恢复上次填写的内容，人员和电话请重新填写。</span>
          <button
            type="button"
            onClick={() => {
              at.startOver();
              setShowsDraftNotice(false);
            }}
          >
            清空重填
          </button>
          <button type="button" aria-label="知道了" onClick={() => setShowsDraftNotice(false)}>
            <Icon name="close" size={14} />
          </button>
        </div>
      )}
      <ol className="steps" aria-label="步骤">
        {steps.map(({ title }, index) => (
          <li key={title} aria-current={index === step ? 'step' : undefined} className={index < step ? 'past' : ''}>
            <span>{index < step ? '✓' : index + 1}</span>
            {title}
          </li>
        ))}
      </ol>
      {step === 0 && <CompanyStep at={at} places={places} fixed={again !== null} />}
      {step === 1 && <FactsStep at={at} />}
      {last && (
        <>
          <Licence
            file={at.file}
            hasLicence={typed.licence !== ''}
            fault={faults.licence}
            onChoose={(file) => {
              at.setFile(file);
              at.setFaults((before) => ({ ...before, licence: undefined }));
            }}
            onRefuse={(licence) => at.setFaults({ licence })}
          />
          {again && !at.proven && <p className="hint">请重新验证申请人手机 {again.phone}，填写的内容都还在。</p>}
          {!at.proven && (
            <PhoneProof form={at} tenantId={typed.tenantId} fixed={again !== null} failed={at.failure !== undefined} />
          )}
          {!again && at.proven && <p className="hint">手机号 {typed.phone} 已验证</p>}
          {!again && (
            <Agreement
              key={at.consent.edition}
              types={texts}
              tenantId={typed.tenantId}
              value={at.consent.agreed}
              fault={at.consent.fault}
              onChange={at.agree}
            />
          )}
        </>
      )}
      <div role="alert" className="failure" hidden={!at.failure}>
        {at.failure}
      </div>
      <div className="moves">
        {step > 0 && (
          <button type="button" className="btn big" onClick={() => at.goTo(step - 1)}>
            上一步
          </button>
        )}
        <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
          {busy ? busyText(at.gone) : last ? '提交申请' : '下一步'}
        </button>
      </div>
    </form>
  );
}

type View = 'apply' | 'again' | 'state';

export function Apply() {
  const [places, setPlaces] = useState<Brand[]>([]);
  const [problem, setProblem] = useState<string>();
  const [view, setView] = useState<View>(new URLSearchParams(location.search).has('state') ? 'state' : 'apply');
  const [requestedNumber, setRequestedNumber] = useState('');
  const [changing, setChanging] = useState<Changing | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  // After submission this number is the new React key, which resets the form.
  const [round, setRound] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    listAuthorities(leaving.signal).then(setPlaces, () => {
      if (!leaving.signal.aborted) setProblem('单位列表没有读到，请刷新页面重试');
    });
    return () => leaving.abort();
  }, []);

  const turn = (to: View) => {
    setSent(null);
    setView(to);
  };
  const entry = (to: View, label: string) => (
    <button type="button" aria-current={view === to ? 'page' : undefined} onClick={() => turn(to)}>
      {label}
    </button>
  );
  return (
    <Sheet
      title="企业入驻"
      look="apply"
      nav={
        <>
          {entry('apply', '填写申请')}
          {changing && entry('again', '修改申请')}
          {entry('state', '查询进度')}
          <a href="/login">返回登录</a>
        </>
      }
    >
      {problem && (
        <div role="alert" className="failure">
          {problem}
        </div>
      )}
      {sent !== null && (
        <Done
          number={sent}
          onLook={() => {
            setRequestedNumber(sent);
            turn('state');
          }}
        />
      )}
      {view === 'state' && sent === null && (
        <ApplicationProgressView
          first={requestedNumber}
          onEdit={(again, typed) => {
            setChanging({ again, typed });
            turn('again');
          }}
        />
      )}
      {/* Keep the form mounted while another view is shown, because drafts do not contain names and phones. */}
      <div hidden={view !== 'apply' || sent !== null}>
        <Wizard
          key={round}
          changing={null}
          places={places}
          onSent={(number) => {
            setRound(round + 1);
            setSent(number);
          }}
        />
      </div>
      {changing && (
        <div hidden={view !== 'again' || sent !== null}>
          <Wizard
            key={changing.again.proof}
            changing={changing}
            places={places}
            onSent={(number) => {
              setChanging(null);
              setSent(number);
            }}
          />
        </div>
      )}
    </Sheet>
  );
}
