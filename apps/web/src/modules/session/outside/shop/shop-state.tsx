import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import { useState, type FormEvent } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { TextField } from '#ui/text-field.tsx';
import { readShopProgress } from './calls.ts';
import { useFields } from '../use-fields.ts';

const words = { applied: '待审核', open: '已通过，店铺营业中', rejected: '未通过', closed: '已关店' } as const;
type Standing = Awaited<ReturnType<typeof readShopProgress>>;

export function ShopProgressForm({ onBack }: { onBack: () => void }) {
  const { typed, bind, refuse } = useFields({ number: '', phone: '' });
  const [progress, setProgress] = useState<Standing>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const phone = normalisePhone(typed.phone);
    const faults = {
      number: typed.number.trim() === '' ? '请填写申请编号' : undefined,
      phone: phoneProblem(phone) ?? undefined,
    };
    if (busy || refuse(faults, ['number', 'phone'])) return;
    setBusy(true);
    setFailure(undefined);
    setProgress(undefined);
    try {
      setProgress(await readShopProgress(typed.number.trim().toUpperCase(), phone));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <div>
        <h1>查询店铺入驻进度</h1>
        <p className="sub">填写申请编号和申请时的手机号。</p>
      </div>
      <TextField {...bind('number')} label="申请编号" name="number" autoComplete="off" />
      <TextField {...bind('phone')} label="联系人手机号" name="phone" autoComplete="tel" inputMode="numeric" />
      <div role="alert" className="failure" hidden={!failure}>
        {failure}
      </div>
      <p role="status" className="hint" hidden={progress === undefined}>
        {progress && (
          <>
            {progress.name}：<b>{words[progress.status]}</b>
            {progress.reason !== null && `，原因：${progress.reason}`}
          </>
        )}
      </p>
      <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
        {busy ? '正在查询…' : '查询'}
      </button>
      <button type="button" className="btn" onClick={onBack}>
        返回申请
      </button>
    </form>
  );
}
