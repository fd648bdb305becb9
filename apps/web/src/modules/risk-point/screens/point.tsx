import { prose } from '@anlan/contract/kit/field';
import { layerWords } from '@anlan/contract/modules/risk-point/check-cycle';
import { controlKinds, type ControlKind } from '@anlan/contract/modules/risk-point/hazards-controls';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { History } from '#kit/history.tsx';
import { RecordPage } from '#kit/record-page.tsx';
import { ResourceForm } from '#kit/resource-form.tsx';
import type { AnyRow } from '#kit/resource.ts';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { boundPoints as bound, library, onePoint, pointKey, points, pointsOf, todaysChecks } from '../calls.ts';
import { Facts } from '../parts/facts.tsx';
import { pointForm } from '../parts/form-look.ts';
import { LevelMark, levelWords } from '#widgets/risk-level/level.tsx';
import { cardPath, pointPath, reportAt } from '../paths.ts';
import '../parts/point.css';

const ReassessDrawer = lazyPart(async () => (await import('../parts/reassess-drawer.tsx')).ReassessDrawer);

const looks = { approve: { begin: { opinion: '同意' } } };
/** Less frequent actions on a point in force. They are under a menu. */
const rarely: ReadonlySet<string> = new Set(['pause', 'retire']);

export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const { data, error, refetch } = useQuery(onePoint(id));
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} />;
  return <Point key={data.id} row={data} />;
}

function Point({ row }: { row: RiskPoint }) {
  const client = useQueryClient();
  const several = useCurrentUser().sysUser.type !== 'enterprise';
  const reports = useHasPermit('bus:enterpriseexpinfo:add') && !several && row.status === 'inForce';
  const [open, setOpen] = useState<'edit' | 'reassess' | 'dismiss' | null>(null);
  // The shared drawers accept rows of any resource.
  const any = row as unknown as AnyRow;
  const again = () => client.invalidateQueries({ queryKey: pointKey });
  return (
    <RecordPage
      bound={bound}
      row={any}
      sub={
        <>
          <LevelMark level={row.level} whole /> {row.no} · 第 {row.edition} 版{several && ` · ${row.enterpriseName}`} ·{' '}
          {row.place}
        </>
      }
      moves={looks}
      leading={(acts) => acts.filter(({ key }) => !rarely.has(key))}
      before={
        <>
          {reports && (
            <Link className="btn" to={reportAt(row)}>
              上报隐患
            </Link>
          )}
          {row.status === 'inForce' && (
            <Link className="btn" to={cardPath(row.id)}>
              风险告知卡
            </Link>
          )}
          {row.abilities.includes('update') && <Button onClick={() => setOpen('edit')}>编辑</Button>}
          {row.abilities.includes('reassess') && <Button onClick={() => setOpen('reassess')}>重新评估</Button>}
        </>
      }
      notices={() => <Notices row={row} onDismiss={() => setOpen('dismiss')} />}
      side={
        <>
          <Checks row={row} />
          <Facts row={row} />
          <Editions row={row} />
          <Card title="办理记录">
            <History bound={bound} row={any} />
          </Card>
        </>
      }
    >
      <Assessment row={row} />
      <Hazards row={row} />
      <Measures row={row} />
      <Suspense fallback={null}>
        {open === 'edit' && (
          <ResourceForm
            bound={bound}
            target={{ row: any }}
            look={pointForm}
            several={several}
            onSaved={() => setOpen(null)}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'reassess' && <ReassessDrawer row={row} onClose={() => setOpen(null)} />}
      </Suspense>
      {open === 'dismiss' && <Dismiss row={row} onDone={again} onClose={() => setOpen(null)} />}
    </RecordPage>
  );
}

function Notices({ row, onDismiss }: { row: RiskPoint; onDismiss: () => void }) {
  const mayDismiss = row.abilities.includes('retire');
  return (
    <>
      {row.basisId && row.status !== 'retired' && (
        <Alert
          type="info"
          showIcon
          title={`重新评估：${row.reassessCause ?? ''}`}
          description={
            <>
              批准前，<Link to={pointPath(row.basisId)}>现行版本</Link>继续有效
            </>
          }
        />
      )}
      {row.status === 'retired' && row.basisId && (
        <Alert
          type="info"
          showIcon
          title="这是历史版本"
          description={<Link to={pointPath(row.basisId)}>查看现行版本</Link>}
        />
      )}
      {row.proposals.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="隐患重复出现，建议重新评估并补充管控措施"
          description={
            <ul className="point-plain">
              {row.proposals.map(({ dangerId, dangerNo, title, repeats, cause }) => (
                <li key={dangerId}>
                  <Link to={`/bus/enterpriseexpinfo1/index?tab=all&id=${dangerId}`}>{dangerNo}</Link> {title}（此前{' '}
                  {repeats} 次）{cause && `：${cause}`}
                </li>
              ))}
            </ul>
          }
          action={mayDismiss && <Button onClick={onDismiss}>不采纳</Button>}
        />
      )}
      {row.pausedFrom && (
        <Alert
          type="info"
          showIcon
          title={`停用检修 ${row.pausedFrom} 至 ${row.pausedTo ?? ''}`}
          description={`${row.pauseReason ?? ''}。期间不计漏检`}
        />
      )}
    </>
  );
}

function Assessment({ row }: { row: RiskPoint }) {
  return (
    <Card title="风险评价">
      <p className="point-formula">
        {row.formula ?? (row.method === 'direct' ? '直接判定' : '还没有评价')}{' '}
        <LevelMark level={row.computedLevel} whole />
        {row.residualLevel && (
          <span>
            剩余风险 <LevelMark level={row.residualLevel} />
          </span>
        )}
      </p>
      {row.directBasis && <p>判定依据：{row.directBasis}</p>}
      {row.adjustedLevel && (
        <p>
          等级调整为 <LevelMark level={row.adjustedLevel} whole />
          {row.adjustReason && `：${row.adjustReason}`}
        </p>
      )}
    </Card>
  );
}

function Hazards({ row }: { row: RiskPoint }) {
  const { data } = useQuery(library);
  const accidents = new Map(data?.accidentTypes.map(({ code, label }) => [code, label]));
  const factors = new Map(data?.factors.map(({ code, label }) => [code, label]));
  return (
    <Card title="危险源">
      {row.hazards.length === 0 && <p className="sub">还没有填写</p>}
      <ol className="point-list">
        {row.hazards.map(({ text, factor, accidentTypes, consequence }) => (
          <li key={text}>
            <b>{text}</b>
            <small>
              {[
                accidentTypes.map((code) => accidents.get(code) ?? code).join('、'),
                factor ? (factors.get(factor) ?? factor) : '',
                consequence ?? '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Measures({ row }: { row: RiskPoint }) {
  const kinds = (Object.keys(controlKinds) as ControlKind[]).filter((kind) =>
    row.controls.some((one) => one.kind === kind),
  );
  return (
    <Card title="管控措施">
      {kinds.length === 0 && <p className="sub">还没有填写</p>}
      <dl className="point-measures">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{controlKinds[kind]}</dt>
            <dd>
              <ul className="point-plain">
                {row.controls
                  .filter((one) => one.kind === kind)
                  .map(({ text, layer }) => (
                    <li key={text}>
                      {text}
                      {layer && <small>（{layerWords[layer]}）</small>}
                    </li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Lists open checks of the point. Passes on the code of the scanned QR code as proof of presence. */
function Checks({ row }: { row: RiskPoint }) {
  const code = new URLSearchParams(useLocation().search).get('code');
  const mayLook = useHasPermit('bus:riskcheck:index');
  const { data } = useQuery({ ...todaysChecks(row.id), enabled: mayLook && row.status === 'inForce' });
  if (!mayLook || row.status !== 'inForce') return null;
  const rows = data?.rows ?? [];
  return (
    <Card
      title="今日排查"
      more={
        <Link className="link" to={`/bus/riskcheck/index?tab=all&riskPointId=${row.id}`}>
          全部记录
        </Link>
      }
    >
      {rows.length === 0 ? (
        <p className="sub">{data ? '今天没有到期的排查任务' : '　'}</p>
      ) : (
        <ul className="point-checks">
          {rows.map(({ id, layer, status, abilities, doneByName }) => (
            <li key={id}>
              <span>
                {layerWords[layer]} <DictTag type="riskCheckStatus" value={status} /> {doneByName}
              </span>
              <Link
                className={abilities.includes('answer') ? 'btn main' : 'link'}
                to={`/bus/riskcheck/site?id=${id}${code ? `&code=${encodeURIComponent(code)}` : ''}`}
              >
                {abilities.includes('answer') ? '去检查' : '查看'}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Editions({ row }: { row: RiskPoint }) {
  const { data } = useQuery(pointsOf({ basisId: row.basisId ?? row.id }));
  const others = (data?.rows ?? []).filter(({ id }) => id !== row.id);
  if (others.length === 0) return null;
  return (
    <Card title="其他版本">
      <ul className="point-plain">
        {others.map(({ id, edition, status, level, approvedOn }) => (
          <li key={id}>
            <Link to={pointPath(id)}>第 {edition} 版</Link> {level && levelWords[level].short}{' '}
            {status === 'retired' ? (
              `历史版本，${approvedOn ?? ''} 批准`
            ) : (
              <DictTag type="riskPointStatus" value={status} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const dismissFields = { reason: prose(300, '不采纳的原因').required() };

const Dismiss = ({ row, onDone, onClose }: { row: RiskPoint; onDone: () => Promise<void>; onClose: () => void }) => (
  <AskDialog
    title="不采纳重新评估建议"
    verb="确定"
    fields={dismissFields}
    act={({ reason }) => points.dismiss({ id: row.id, version: row.version, reason: reason.trim() }, { quiet: true })}
    done="已记录"
    onDone={onDone}
    onClose={onClose}
  />
);
