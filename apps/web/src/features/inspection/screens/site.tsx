import { formatInstant } from '@anlan/contract/domain/instant';
import { lacking, tallyOf } from '@anlan/contract/modules/checklist/item';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { inspectionKey, inspections } from '../../../modules/inspection/calls.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { ItemCard } from '#widgets/check-item/item-card.tsx';
import { DeliveryBanner } from '#widgets/delivery/banner.tsx';
import { KeptPicture } from '#widgets/delivery/kept-picture.tsx';
import { FinishDrawer } from '../parts/finish-drawer.tsx';
import { useSite, type Site } from '../parts/use-site.ts';
import '#widgets/check-item/site.css';

const undoMs = 10_000;

/** 现场检查: an inspection filled in on site, tap by tap, and read afterwards. */
export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const navigate = useNavigate();
  return <SitePage key={id} id={id} onLedger={() => void navigate('/bus/delivery/index')} />;
}

/** The same wherever it stands: inside the layout, or by itself without a session. */
export function SitePage({ id, onLedger }: { id: string; onLedger: () => void }) {
  const site = useSite(id);
  const { data: row, error, refetch } = site.read;
  if (error && !row) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!row) return <Bones height={480} />;
  return <OnSite row={row} site={site} onLedger={onLedger} />;
}

interface SiteProps {
  row: NonNullable<Site['read']['data']>;
  site: Site;
  onLedger: () => void;
}

function OnSite({ row, site, onLedger }: SiteProps) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const isOpen = row.abilities.includes('answer');
  const tally = tallyOf(row.items);
  const [asks, setAsks] = useState(false);
  const [step, setStep] = useState<'finish' | 'void' | 'add' | null>(null);
  const open = row.items.filter((found) => lacking(found) !== null);
  const finish = () => {
    const [first] = open;
    setAsks(true);
    if (row.items.length === 0) void message.warning('还没有检查项，请先添加现场发现的问题');
    else if (first) {
      document.getElementById(`item-${first.item.key}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
      void message.warning(`还有 ${open.length} 项未完成`);
    } else setStep('finish');
  };
  const isWhole = tally.rest === 0;
  return (
    <div className="site">
      <DeliveryBanner onOpen={onLedger} />
      <PageHead
        title={row.title}
        sub={
          <>
            <DictTag type="inspectionStatus" value={row.status} /> {row.enterpriseName}
            {row.place && ` · ${row.place}`} · {formatInstant(row.startedAt).slice(0, 16)}
          </>
        }
        end={
          row.abilities.includes('void') && (
            <Button danger onClick={() => setStep('void')}>
              作废
            </Button>
          )
        }
      />
      <p className="site-who">
        {row.inspectors.map(({ name, paperNo }) => (paperNo ? `${name}（证号 ${paperNo}）` : name)).join('、')}
        {row.checklistName && ` · ${row.checklistName} 第 ${row.checklistEdition} 版`}
      </p>
      {row.items.length === 0 && <Empty icon="list" title="没有检查项" />}
      <ol className="site-items">
        {row.items.map((found, at) => (
          <ItemCard
            key={found.item.key}
            found={found}
            at={at}
            total={row.items.length}
            isOpen={isOpen}
            asks={asks}
            about={site.aboutPhoto(found)}
            onAnswer={(given) => site.answer.mutate({ key: found.item.key, given })}
          />
        ))}
      </ol>
      {isOpen && (
        <Button
          className="site-add"
          type="dashed"
          block
          icon={<Icon name="plus" size={16} />}
          onClick={() => setStep('add')}
        >
          添加检查表以外的问题
        </Button>
      )}
      {row.status === 'finished' && <Ended row={row} />}
      {isOpen && (
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
            <span>{farOf(tally.total - tally.done - tally.rest, site.queued)}</span>
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
          <Undo site={site} count={row.items.filter(({ rest }) => rest).length} />
          <Button
            type="primary"
            size="large"
            block
            loading={site.rest.isPending}
            onClick={isWhole ? finish : () => site.rest.mutate()}
          >
            {isWhole ? '交表' : `除此之外全部正常（${tally.rest} 项）`}
          </Button>
        </div>
      )}
      {step === 'finish' && (
        <FinishDrawer
          row={row}
          site={site}
          onClose={() => setStep(null)}
          onDone={(arrived) => {
            setStep(null);
            const sent = row.source === 'regulator' && tally.fail > 0 ? '已交表，执法通知已下发' : '已交表';
            void message.success(arrived ? sent : '已存本机，联网后自动交表');
          }}
        />
      )}
      {step === 'add' && (
        <AskText
          title="添加现场问题"
          label="发现的问题"
          most={200}
          verb="添加"
          onClose={() => setStep(null)}
          act={(text) => site.add.mutateAsync({ text, clause: null })}
        />
      )}
      {step === 'void' && (
        <AskText
          title="作废这次检查"
          label="作废原因"
          most={300}
          verb="作废"
          danger
          onClose={() => setStep(null)}
          act={async (reason) => {
            await inspections.void({ id: row.id, version: row.version, reason }, { quiet: true });
            await client.invalidateQueries({ queryKey: inspectionKey });
          }}
        />
      )}
    </div>
  );
}

const share = (part: number, whole: number) => `${whole === 0 ? 0 : (part / whole) * 100}%`;
const farOf = (own: number, queued: number) =>
  own > 0 ? `另 ${own} 项须填数或拍照` : queued > 0 ? `已存本机，${queued} 项待发送` : '已保存';

/** Takes back what was filled in with the rest, for ten seconds. */
function Undo({ site, count }: Pick<SiteProps, 'site'> & { count: number }) {
  const { isSuccess, submittedAt } = site.rest;
  const [now, setNow] = useState(() => Date.now());
  const left = isSuccess && count > 0 ? undoMs - Math.max(0, now - submittedAt) : 0;
  const runs = isSuccess && count > 0;
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
          site.undo.mutate();
          site.rest.reset();
        }}
      >
        撤销（{Math.ceil(left / 1000)}）
      </Button>
    </div>
  );
}

/** How a finished inspection ended. */
function Ended({ row }: Pick<SiteProps, 'row'>) {
  return (
    <section className="site-ended" aria-label="检查结论">
      <h2>检查结论</h2>
      <p>{row.conclusion}</p>
      {row.signatures.map(({ role, name, file, refused }) => (
        <div key={`${role} ${name}`}>
          <span>
            {role === 'inspector' ? '检查人员' : '被检查单位负责人'} {name}
          </span>
          {file ? (
            <span className="sign-done">
              <KeptPicture id={file.id} label={`${name}的签名`} />
            </span>
          ) : (
            <em>{refused ? `拒绝签名：${refused}` : '没有签名图片'}</em>
          )}
        </div>
      ))}
      {row.finishedAt && <small>交表时间 {formatInstant(row.finishedAt)}</small>}
    </section>
  );
}

interface AskProps {
  title: string;
  label: string;
  most: number;
  verb: string;
  danger?: boolean;
  act: (text: string) => Promise<unknown>;
  onClose: () => void;
}
function AskText({ title, label, most, verb, danger = false, act, onClose }: AskProps) {
  const [text, setText] = useState('');
  const send = useMutation({ mutationFn: () => act(text.trim()), onSuccess: onClose });
  return (
    <TabModal
      open
      title={title}
      okText={verb}
      cancelText="取消"
      okButtonProps={{ danger, loading: send.isPending, disabled: text.trim() === '' }}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label={label}
        placeholder={label}
        rows={3}
        maxLength={most}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {send.error && (
        <p className="site-missing" role="alert">
          {send.error.message}
        </p>
      )}
    </TabModal>
  );
}
