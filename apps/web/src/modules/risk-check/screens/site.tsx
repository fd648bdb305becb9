import { formatInstant } from '@anlan/contract/domain/instant';
import { lacking, tallyOf } from '@anlan/contract/modules/checklist/item';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { App, Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { ItemCard } from '#widgets/check-item/item-card.tsx';
import '#widgets/check-item/site.css';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { LevelMark } from '#widgets/risk-level/level.tsx';
import { useCheck } from '../parts/use-check.ts';
import '../parts/check.css';

const undoMs = 10_000;
type Check = ReturnType<typeof useCheck>;

/** 现场排查: a check filled in at its point, tap by tap, and read afterwards. */
export function Screen() {
  const asked = new URLSearchParams(useLocation().search);
  const id = asked.get('id') ?? '';
  const check = useCheck(id, asked.get('code'));
  const { data: row, error, refetch } = check.read;
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!row || (check.isOpen && row.itemCount === 0 && check.begin.isPending)) return <Bones height={480} />;
  return <Site key={id} row={row} check={check} />;
}

function Site({ row, check }: { row: RiskCheck; check: Check }) {
  const { message } = App.useApp();
  const { isOpen } = check;
  const [asks, setAsks] = useState(false);
  const [adding, setAdding] = useState(false);
  const tally = tallyOf(row.items);
  const open = row.items.filter((found) => lacking(found) !== null);
  const isWhole = tally.rest === 0;
  const finish = () => {
    const [first] = open;
    setAsks(true);
    if (first) {
      document.getElementById(`item-${first.item.key}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
      void message.warning(`还有 ${open.length} 项未完成`);
    } else
      check.finish.mutate(row.version, {
        onSuccess: () => void message.success(tally.fail > 0 ? `已交表，${tally.fail} 项不符合已上报隐患` : '已交表'),
      });
  };
  return (
    <div className="site">
      <PageHead
        title={row.pointName}
        sub={
          <>
            <LevelMark level={row.level} whole /> <DictTag type="riskCheckStatus" value={row.status} />{' '}
            <DictText type="controlLayer" value={row.layer} />
            {row.place && ` · ${row.place}`}
          </>
        }
      />
      <p className="check-point">
        {row.presence === 'qr' && row.presentAt ? (
          <span className="check-there">
            <Icon name="check" size={14} /> {formatInstant(row.presentAt).slice(11, 16)} 已扫码到点
          </span>
        ) : (
          <span>{isOpen ? '扫现场告知卡上的二维码打开，可记录到点' : '没有扫码到点'}</span>
        )}
        <span>
          {row.dueOn} {formatInstant(new Date(row.dueAt.getTime() - 60_000)).slice(11, 16)} 前交
        </span>
        {row.doneAt && (
          <span>
            {row.doneByName} 于 {formatInstant(row.doneAt).slice(0, 16)} 交表
          </span>
        )}
        <Link to={`/bus/riskpoint/point?id=${row.riskPointId}`}>查看风险点</Link>
      </p>
      {row.items.length === 0 && (
        <Empty icon="list" title={row.missed ? '这项任务漏检，没有检查记录' : '还没有开始检查'} />
      )}
      <ol className="site-items">
        {row.items.map((found, at) => (
          <ItemCard
            key={found.item.key}
            found={found}
            at={at}
            total={row.items.length}
            isOpen={isOpen}
            asks={asks}
            onAnswer={(given) => check.answer.mutate({ key: found.item.key, given })}
          />
        ))}
      </ol>
      {row.items.some(({ dangerId }) => dangerId !== null) && (
        <ul className="check-dangers" aria-label="已上报的隐患">
          {row.items.map(
            ({ item, dangerId }) =>
              dangerId && (
                <li key={item.key}>
                  {item.text} <Link to={`/bus/enterpriseexpinfo1/index?tab=all&id=${dangerId}`}>查看已上报的隐患</Link>
                </li>
              ),
          )}
        </ul>
      )}
      {isOpen && row.items.length > 0 && (
        <>
          <Button
            className="site-add"
            type="dashed"
            block
            icon={<Icon name="plus" size={16} />}
            onClick={() => setAdding(true)}
          >
            添加检查表以外的问题
          </Button>
          <Bar row={row} check={check} isWhole={isWhole} rest={tally.rest} onFinish={finish} />
        </>
      )}
      {adding && <AskText onClose={() => setAdding(false)} act={(text) => check.add.mutateAsync(text)} />}
    </div>
  );
}

const share = (part: number, whole: number) => `${whole === 0 ? 0 : (part / whole) * 100}%`;

interface BarProps {
  row: RiskCheck;
  check: Check;
  isWhole: boolean;
  rest: number;
  onFinish: () => void;
}
/** How far it is, and the one button: the rest in one tap, then handing it in. */
function Bar({ row, check, isWhole, rest, onFinish }: BarProps) {
  const tally = tallyOf(row.items);
  const own = tally.total - tally.done - tally.rest;
  return (
    <div className="site-bar">
      <div className="site-far">
        <span>
          已填 <b>{tally.done}</b> / {tally.total}
          {tally.fail > 0 && (
            <span className="site-bad">
              {' '}
              · 不符合 <b>{tally.fail}</b>
            </span>
          )}
        </span>
        <span>{check.isSaving ? '正在保存…' : own > 0 ? `另 ${own} 项须填数或拍照` : '已保存'}</span>
      </div>
      <div
        className="site-track"
        role="progressbar"
        aria-label="填写进度"
        aria-valuenow={tally.done}
        aria-valuemin={0}
        aria-valuemax={tally.total}
      >
        <i style={{ width: share(tally.done - tally.fail, tally.total) }} />
        <i className="is-bad" style={{ width: share(tally.fail, tally.total) }} />
      </div>
      <Undo check={check} count={row.items.filter((one) => one.rest).length} />
      <Button
        type="primary"
        size="large"
        block
        loading={check.rest.isPending || check.finish.isPending}
        onClick={isWhole ? onFinish : () => check.rest.mutate()}
      >
        {isWhole ? '交表' : `除此之外全部正常（${rest} 项）`}
      </Button>
    </div>
  );
}

/** Takes back what was filled in with the rest, for ten seconds. */
function Undo({ check, count }: { check: Check; count: number }) {
  const { isSuccess, submittedAt } = check.rest;
  const [now, setNow] = useState(() => Date.now());
  const runs = isSuccess && count > 0;
  const left = runs ? undoMs - Math.max(0, now - submittedAt) : 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [runs, submittedAt]);
  if (left <= 0) return null;
  return (
    <div className="site-undo" role="status">
      已将 {count} 项记为符合
      <Button
        size="small"
        onClick={() => {
          check.undo.mutate();
          check.rest.reset();
        }}
      >
        撤销（{Math.ceil(left / 1000)}）
      </Button>
    </div>
  );
}

function AskText({ act, onClose }: { act: (text: string) => Promise<unknown>; onClose: () => void }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    act(text.trim())
      .then(onClose)
      .catch(() => setBusy(false));
  };
  return (
    <TabModal
      open
      title="添加现场问题"
      okText="添加"
      cancelText="取消"
      okButtonProps={{ loading: isBusy, disabled: text.trim() === '' }}
      onOk={send}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label="发现的问题"
        placeholder="发现的问题"
        rows={3}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </TabModal>
  );
}
