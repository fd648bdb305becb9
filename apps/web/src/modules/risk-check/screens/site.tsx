import { formatInstant } from '@anlan/contract/domain/instant';
import { findMissingInput, countResults } from '@anlan/contract/modules/checklist/check-item';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { dangerStates } from '@anlan/contract/modules/danger/states';
import { App } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { scrollToItem, SiteBar, SiteItems } from '#widgets/check-item/site-parts.tsx';
import { DeliveryBanner } from '#widgets/delivery/banner.tsx';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { LevelMark } from '#widgets/risk-level/level.tsx';
import { textOf } from '#kit/resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { Presence } from '../parts/presence.tsx';
import { useCheck, type Check } from '../parts/use-check.ts';
import { boundDanger } from '../calls.ts';
import '../parts/check.css';

/** What came of a failed item: number and state of the danger, and who must act. */
function ReportedDanger({ id }: { id: string }) {
  const may = useHasPermit('bus:enterpriseexpinfo:index');
  const { data } = useQuery({ ...boundDanger.one(id), enabled: may });
  if (!may) return <>已上报隐患</>;
  const turn = textOf(data?.['turnName']);
  return (
    <>
      <Link to={`/bus/enterpriseexpinfo1/index?tab=all&id=${id}`}>
        {data ? `隐患 ${textOf(data['no'])}` : '查看隐患'}
      </Link>{' '}
      {data && <DictTag type="rectificationStatus" codes={dangerStates} value={textOf(data['status'])} />}
      {turn !== '' && <small> 轮到{turn}</small>}
    </>
  );
}

export function Screen() {
  const params = new URLSearchParams(useLocation().search);
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  return (
    <CheckPage
      key={id}
      id={id}
      code={params.get('code')}
      onLedger={() => void navigate('/bus/delivery/index')}
      more={(row) => <Link to={`/bus/riskpoint/point?id=${row.riskPointId}`}>查看风险点</Link>}
      end={(row) => <Dangers row={row} />}
    />
  );
}

interface PageProps {
  id: string;
  code: string | null;
  onLedger: () => void;
  /** Renders links to further pages for this check. */
  more?: (row: RiskCheck) => ReactNode;
  end?: (row: RiskCheck) => ReactNode;
}
/** The page of one check. It works inside the app layout, and alone without a session. */
export function CheckPage({ id, code, ...rest }: PageProps) {
  const check = useCheck(id, code);
  const { data: row, error, refetch } = check.read;
  if (error && !row) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!row) return <Skeleton height={480} />;
  return <Site row={row} check={check} {...rest} />;
}

function Site({ row, check, onLedger, more, end }: Omit<PageProps, 'id' | 'code'> & { row: RiskCheck; check: Check }) {
  const { message } = App.useApp();
  const { isOpen } = check;
  const [asks, setAsks] = useState(false);
  const { fail } = countResults(row.items);
  const open = row.items.filter((item) => findMissingInput(item) !== null);
  const finish = () => {
    const [first] = open;
    setAsks(true);
    if (first) {
      scrollToItem(first.item.key);
      void message.warning(`还有 ${open.length} 项未完成`);
    } else
      check.finish.mutate(undefined, {
        onSuccess: (arrived) => {
          const sent = fail > 0 ? `已交表，${fail} 项不符合已上报隐患` : '已交表';
          void message.success(arrived ? sent : '已存本机，联网后自动交表');
        },
      });
  };
  return (
    <div className="site">
      <DeliveryBanner onOpen={onLedger} />
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
        <Presence row={row} check={check} />
        <span>
          {row.dueOn} {formatInstant(row.dueAt).slice(11, 16)} 前交
        </span>
        {row.doneAt && (
          <span>
            {row.doneByName ?? '本机'} 于 {formatInstant(row.doneAt).slice(0, 16)} 交表
            {row.resent && row.receivedAt && `（补传，${formatInstant(row.receivedAt).slice(0, 16)} 送达）`}
          </span>
        )}
        {more?.(row)}
      </p>
      {row.items.length === 0 && (
        <Empty icon="list" title={row.missed ? '这项任务漏检，没有检查记录' : '还没有开始检查'} />
      )}
      <SiteItems items={row.items} site={check} isOpen={isOpen && row.items.length > 0} asks={asks} />
      {end?.(row)}
      {isOpen && row.items.length > 0 && (
        <SiteBar items={row.items} site={check} isBusy={check.finish.isPending} onFinish={finish} />
      )}
    </div>
  );
}

function Dangers({ row: { items } }: { row: RiskCheck }) {
  const itemsWithDanger = items.filter(({ dangerId }) => dangerId !== null);
  if (itemsWithDanger.length === 0) return null;
  return (
    <ul className="check-dangers" aria-label="已上报的隐患">
      {itemsWithDanger.map(({ item, dangerId }) => (
        <li key={item.key}>
          {item.text} {dangerId !== null && <ReportedDanger id={dangerId} />}
        </li>
      ))}
    </ul>
  );
}
