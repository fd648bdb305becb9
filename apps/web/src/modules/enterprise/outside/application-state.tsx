import type { ApplicationProgress, ApplicationState } from '@anlan/contract/modules/enterprise/application';
import { formatInstant } from '@anlan/contract/domain/instant';
import { normalisePhone } from '@anlan/contract/domain/phone';
import { useState, type FormEvent } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { TextField } from '#ui/text-field.tsx';
import { verifyPhone, readProgress, withdraw } from './calls.ts';
import { loadTypedForm } from './load-application-form.ts';
import { PhoneProof } from './phone-proof.tsx';
import { emptyTyped, phoneFault, type Typed } from './rules.ts';
import { useTyped, type Resubmission } from './use-apply.ts';

const words: Record<ApplicationState, [label: string, colour: string]> = {
  withdrawn: ['已撤回', 'grey'],
  underReview: ['审核中', 'blue'],
  approved: ['已通过', 'green'],
  merged: ['已并入', 'grey'],
  rejected: ['已驳回', 'red'],
};

/** What the applicant may do in a state. */
const offers: Partial<Record<ApplicationState, 'withdraw' | 'edit'>> = {
  underReview: 'withdraw',
  withdrawn: 'edit',
  rejected: 'edit',
};

function Facts({ standing }: { standing: ApplicationProgress }) {
  const [label, colour] = words[standing.state];
  const rows: [string, string | null][] = [
    ['企业名称', standing.name],
    ['提交时间', formatInstant(standing.submittedAt)],
    ['预计答复', standing.expectedOn && `${standing.expectedOn} 前`],
    ['审核时间', standing.decidedAt && formatInstant(standing.decidedAt)],
    ['驳回原因', standing.reason],
  ];
  return (
    <div className="standing" role="status">
      <div className="top">
        <code>{standing.number}</code>
        <span className={`mark ${colour}`}>{label}</span>
      </div>
      <dl>
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {standing.state === 'merged' && (
        <p className="hint">这家企业已经登记，申请已并入现有档案。需要账号的，请联系本企业管理员或监管部门。</p>
      )}
      {standing.state === 'approved' && (
        <p className="hint">用户名和设置密码的链接已发到申请人手机，链接 7 天内有效。</p>
      )}
    </div>
  );
}

/** 查询进度: finds an application by number and phone. An applicant who verifies the phone can withdraw or change it. */
export function ApplicationProgressView({
  first,
  onEdit,
}: {
  first: string;
  onEdit: (held: Resubmission, typed: Typed) => void;
}) {
  const [number, setNumber] = useState(first);
  const form = useTyped(emptyTyped);
  const { typed, setFaults, bind, focus, change } = form;
  const [standing, setStanding] = useState<ApplicationProgress | null>(null);
  const [wanted, setWanted] = useState<'withdraw' | 'edit' | null>(null);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [numberFault, setNumberFault] = useState<string>();

  const withBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(messageOf(error)));
    setBusy(false);
  };
  const loadProgress = () =>
    withBusy(async () => setStanding(await readProgress(number.trim().toUpperCase(), normalisePhone(typed.phone))));
  const onLook = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return undefined;
    setStanding(null);
    setWanted(null);
    if (number.trim() === '') return setNumberFault('请填写申请编号');
    const fault = phoneFault(typed.phone);
    if (fault) {
      setFaults({ phone: fault });
      return focus('phone');
    }
    return void loadProgress();
  };
  const onProve = (event: FormEvent) => {
    event.preventDefault();
    if (busy || standing === null) return undefined;
    if (!/^\d{6}$/.test(typed.code.trim())) {
      setFaults({ code: '请输入 6 位短信验证码' });
      return focus('code');
    }
    return void withBusy(async () => {
      const { tenantId } = standing;
      const phone = normalisePhone(typed.phone);
      const proof = await verifyPhone(tenantId, phone, typed.code.trim());
      change({ code: '', captcha: '' });
      if (wanted === 'edit')
        return onEdit({ number: standing.number, proof, tenantId, phone }, await loadTypedForm(standing.number, proof));
      await withdraw(standing.number, proof);
      setWanted(null);
      setStanding(await readProgress(standing.number, phone));
    });
  };
  const offer = standing && offers[standing.state];

  return (
    <div className="look">
      <form onSubmit={onLook} noValidate>
        <div>
          <h1>查询进度</h1>
          <p className="sub">用申请编号和申请人手机号查询</p>
        </div>
        <TextField
          label="申请编号"
          name="number"
          autoComplete="off"
          value={number}
          fault={numberFault}
          ref={null}
          onChange={(value) => {
            setNumber(value);
            setNumberFault(undefined);
          }}
        />
        <TextField {...bind('phone')} label="申请人手机号" name="phone" autoComplete="tel" inputMode="numeric" />
        <button type="submit" className="btn main big" disabled={busy}>
          查询
        </button>
      </form>
      <div role="alert" className="failure" hidden={!failure}>
        {failure}
      </div>
      {standing && <Facts standing={standing} />}
      {offer && wanted === null && (
        <div className="acts">
          <button type="button" className="btn" onClick={() => setWanted(offer)}>
            {offer === 'edit' ? '修改后重新提交' : '撤回申请'}
          </button>
        </div>
      )}
      {standing && wanted !== null && (
        <form onSubmit={onProve} noValidate>
          <p className="sub">
            {wanted === 'edit' ? '验证手机后可以修改并重新提交。' : '验证手机后撤回，撤回后可以修改再提交。'}
          </p>
          <PhoneProof form={form} tenantId={standing.tenantId} fixed failed={failure !== undefined} />
          <div className="moves">
            <button type="button" className="btn big" onClick={() => setWanted(null)}>
              取消
            </button>
            <button type="submit" className="btn main big" disabled={busy}>
              {wanted === 'edit' ? '验证并修改' : '确认撤回'}
            </button>
          </div>
        </form>
      )}
    </div>
  );
}
