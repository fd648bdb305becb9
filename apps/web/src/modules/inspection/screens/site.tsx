import { formatInstant } from '@anlan/contract/domain/instant';
import { findMissingInput, countResults } from '@anlan/contract/modules/checklist/check-item';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { inspectionKey, inspections } from '../calls.ts';
import { DictTag } from '#widgets/dict-tag.tsx';
import { AskText, scrollToItem, SiteBar, SiteItems } from '#widgets/check-item/site-parts.tsx';
import { DeliveryBanner } from '#widgets/delivery/banner.tsx';
import { KeptPicture } from '#widgets/delivery/device-picture.tsx';
import { FinishDrawer } from '../parts/finish-drawer.tsx';
import { OfficersDialog } from '../parts/officers-dialog.tsx';
import { useSite, type Site } from '../parts/use-site.ts';

export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const navigate = useNavigate();
  return <SitePage key={id} id={id} onLedger={() => void navigate('/bus/delivery/index')} />;
}

/** The on-site inspection page. It works inside the app layout, and alone without a session. */
export function SitePage({ id, onLedger }: { id: string; onLedger: () => void }) {
  const site = useSite(id);
  const { data: row, error, refetch } = site.read;
  if (error && !row) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!row) return <Skeleton height={480} />;
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
  const tally = countResults(row.items);
  const [asks, setAsks] = useState(false);
  const [step, setStep] = useState<'finish' | 'void' | 'officers' | null>(null);
  const forOrder = row.source === 'regulator';
  const open = row.items.filter((item) => findMissingInput(item, forOrder) !== null);
  const finish = () => {
    const [first] = open;
    setAsks(true);
    if (row.items.length === 0) void message.warning('还没有检查项，请先添加现场发现的问题');
    else if (first) {
      scrollToItem(first.item.key);
      void message.warning(`还有 ${open.length} 项未完成`);
    } else setStep('finish');
  };
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
        {forOrder && row.abilities.includes('update') && (
          <Button type="link" size="small" onClick={() => setStep('officers')}>
            更换执法人员
          </Button>
        )}
      </p>
      {row.items.length === 0 && <Empty icon="list" title="没有检查项" />}
      <SiteItems items={row.items} site={site} isOpen={isOpen} asks={asks} forOrder={forOrder} />
      {row.status === 'finished' && <Ended row={row} />}
      {isOpen && <SiteBar items={row.items} site={site} onFinish={finish} />}
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
      {step === 'officers' && <OfficersDialog row={row} onClose={() => setStep(null)} />}
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
