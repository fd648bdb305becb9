import { layerWords } from '@anlan/contract/modules/risk-point/check-cycle';
import type { PlanArea } from '@anlan/contract/modules/risk-point/hazards-controls';
import type { RiskPlan, RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select } from 'antd';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { AnyRow } from '#kit/resource.ts';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { useTabActive } from '#ui/tab-context.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { LevelIcon, LevelMark, levels, levelWords } from '#widgets/risk-level/level.tsx';
import { useFileLink } from '#widgets/stored-picture.tsx';
import { allPoints, boundPlans as bound, planKey, plans, plansOf, pointKey, points, todaysOf } from '../calls.ts';
import { AreaTools } from '../parts/area-tools.tsx';
import { PlanView, type Mark } from '../parts/plan-view.tsx';
import { PointList } from '../parts/point-list.tsx';
import { freshAreaKey, type Spot } from '../floor-plan-rules.ts';
import { cardPath, listPath, pointPath } from '../paths.ts';
import '../parts/plan.css';

const ResourceForm = lazyPart(async () => (await import('#kit/resource-form.tsx')).ResourceForm);
const planForm = { rows: ['name', 'picture'], without: ['areas'] } as const;

export function Screen() {
  const requestedEnterpriseId = new URLSearchParams(useLocation().search).get('enterpriseId');
  const several = useCurrentUser().sysUser.type !== 'enterprise';
  const [whose, setWhose] = useState<string | null>(requestedEnterpriseId);
  if (several && whose === null)
    return (
      <>
        <PageHead title="风险地图" sub="选择企业后查看它的平面图" />
        <div className="plan-box">
          <Empty icon="map" title="请选择企业">
            <EnterpriseSelect aria-label="企业" value={null} onChange={(id) => setWhose(id)} />
          </Empty>
        </div>
      </>
    );
  return <Plans enterpriseId={several ? (whose ?? undefined) : undefined} />;
}

function Plans({ enterpriseId }: { enterpriseId: string | undefined }) {
  const plansQuery = useQuery(plansOf(enterpriseId));
  const rows = useQuery(allPoints(enterpriseId));
  const mayAdd = useHasPermit('bus:riskplan:add');
  const [shown, setShown] = useState<string | null>(null);
  const [form, setForm] = useState<{ row: AnyRow | null } | null>(null);
  const all = plansQuery.data?.rows ?? [];
  const plan = all.find(({ id }) => id === shown) ?? all[0];
  const placed = (rows.data ?? []).filter(({ planId }) => planId !== null).length;
  const add = mayAdd && (
    <Button icon={<Icon name="plus" size={16} />} onClick={() => setForm({ row: null })}>
      添加平面图
    </Button>
  );
  const error = plansQuery.error ?? rows.error;
  if (error) return <LoadFailed error={error} onRetry={() => void plansQuery.refetch()} />;
  if (!plansQuery.data || !rows.data) return <Skeleton height={560} />;
  return (
    <>
      {plan ? (
        <Plan
          key={plan.id}
          plan={plan}
          rows={rows.data}
          enterpriseId={enterpriseId}
          choice={
            <Select
              aria-label="平面图"
              value={plan.id}
              style={{ minWidth: 180 }}
              options={all.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setShown}
            />
          }
          sub={`已上图 ${placed} 个 · 未上图 ${rows.data.length - placed} 个 · 平面图第 ${plan.edition} 版`}
          buttons={
            <>
              {add}
              {plan.abilities.includes('update') && (
                <Button onClick={() => setForm({ row: plan as unknown as AnyRow })}>更换图片</Button>
              )}
            </>
          }
        />
      ) : (
        <>
          <PageHead title="风险地图" sub="把风险点标到厂区平面图上" />
          <div className="plan-box">
            <Empty icon="map" title="还没有平面图。上传一张厂区或楼层平面图，就可以标注风险点和区域">
              {add}
            </Empty>
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {form && (
          <ResourceForm
            bound={bound}
            target={form}
            look={planForm}
            several={false}
            onSaved={() => setForm(null)}
            onClose={() => setForm(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface PlanProps {
  plan: RiskPlan;
  rows: readonly RiskPoint[];
  enterpriseId: string | undefined;
  choice: React.ReactNode;
  sub: string;
  buttons: React.ReactNode;
}

function Plan({ plan, rows, enterpriseId, choice, sub, buttons }: PlanProps) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [picture] = plan.picture;
  const link = useFileLink(picture ? `/upms/file/${picture.id}` : '');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [editing, setEditing] = useState(false);
  const [drawing, setDrawing] = useState<readonly Spot[] | null>(null);
  const [shows, setShows] = useState({ areas: true, points: true, dangers: false, checks: false });
  const seesChecks = useHasPermit('bus:riskcheck:index');
  const today = useQuery({ ...todaysOf(enterpriseId), enabled: seesChecks });
  const checks = useMemo(() => (today.data ? stateByPoint(today.data.rows) : null), [today.data]);
  // While the server saves a moved point, show its new position.
  const [moved, setMoved] = useState<ReadonlyMap<string, Spot>>(new Map());
  const mayEdit = useHasPermit('bus:riskpoint:edit') && rows.some(({ abilities }) => abilities.includes('place'));
  usePrinting();
  const here = useMemo(
    () =>
      rows.flatMap((row): Omit<Mark, 'no'>[] => {
        const spot = moved.get(row.id);
        if (row.planId !== plan.id || row.planX === null || row.planY === null) return [];
        return [{ row, spot: spot ?? { x: row.planX, y: row.planY } }];
      }),
    [rows, moved, plan.id],
  );
  const marks = useMemo(() => here.map((mark, at) => ({ ...mark, no: at + 1 })), [here]);
  const place = useMutation({
    scope: { id: `place ${plan.id}` },
    mutationFn: async ({ id, spot }: { id: string; spot: Spot | null }) => {
      // The list row may be outdated, so read the current version first.
      const { version } = await points.get({ id }, { quiet: true });
      return points.place(spot ? { id, version, planId: plan.id, ...spot } : { id, version, planId: null }, {
        quiet: true,
      });
    },
    onError: (error) => void message.error(`没有保存：${error.message}`),
    onSettled: async (_answer, _error, { id }) => {
      await client.invalidateQueries({ queryKey: pointKey });
      setMoved((held) => new Map([...held].filter(([one]) => one !== id)));
    },
  });
  const move = (id: string, spot: Spot) => {
    setMoved((held) => new Map(held).set(id, spot));
    place.mutate({ id, spot });
  };
  const save = useMutation({
    scope: { id: `areas ${plan.id}` },
    mutationFn: async (areas: PlanArea[]) => {
      const { version } = await plans.get({ id: plan.id }, { quiet: true });
      return plans.update({ id: plan.id, version, areas }, { quiet: true });
    },
    onError: (error) => void message.error(`没有保存：${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: planKey }),
  });
  const areas = save.isPending ? save.variables : plan.areas;
  const change = (key: string, updateArea: (area: PlanArea) => PlanArea) =>
    save.mutate(areas.map((area) => (area.key === key ? updateArea(area) : area)));
  const close = (name: string) => {
    if (drawing === null || drawing.length < 3) return;
    save.mutate([...areas, { key: freshAreaKey(areas), name, corners: [...drawing] }]);
    setDrawing(null);
  };
  const one = rows.find(({ id }) => id === selectedId);
  const toggle = (key: keyof typeof shows, label: string) => (
    <button
      type="button"
      className="plan-toggle"
      aria-pressed={shows[key]}
      onClick={() => setShows({ ...shows, [key]: !shows[key] })}
    >
      {label}
    </button>
  );
  return (
    <>
      <PageHead
        title="风险地图"
        sub={sub}
        end={
          <>
            <Link className="btn" to={listPath}>
              列表
            </Link>
            {buttons}
            <Button onClick={() => window.print()}>打印四色图</Button>
            {mayEdit && (
              <Button
                type={editing ? 'primary' : 'default'}
                onClick={() => {
                  setEditing(!editing);
                  setDrawing(null);
                }}
              >
                {editing ? '完成编辑' : '编辑图'}
              </Button>
            )}
          </>
        }
      />
      <div className="plan-layout">
        <section className="plan-box is-plan" aria-label={plan.name}>
          <div className="plan-head">
            {choice}
            <div className="plan-toggles" role="group" aria-label="显示">
              {toggle('areas', '区域')}
              {toggle('points', '风险点')}
              {toggle('dangers', '未销号隐患')}
              {toggle('checks', '今日检查')}
            </div>
          </div>
          {editing && (
            <AreaTools areas={areas} drawing={drawing} onDraw={setDrawing} onClose={close} onChange={save.mutate} />
          )}
          {link.data ? (
            <PlanView
              picture={link.data.url}
              name={plan.name}
              areas={areas}
              marks={marks}
              chosen={selectedId}
              editing={editing && drawing === null}
              drawing={drawing}
              shows={shows}
              checks={shows.checks ? checks : null}
              onChoose={setSelectedId}
              onMove={move}
              onCorner={(key, at, spot) =>
                change(key, (area) => ({
                  ...area,
                  corners: area.corners.map((corner, place_) => (place_ === at ? { ...spot } : corner)),
                }))
              }
              onDraw={(spot) => setDrawing([...(drawing ?? []), spot])}
              callout={
                one && (
                  <About
                    row={one}
                    check={checks?.get(one.id)}
                    onTakeOff={editing ? () => place.mutate({ id: one.id, spot: null }) : undefined}
                  />
                )
              }
            />
          ) : (
            <Skeleton height={480} />
          )}
          <p className="plan-legend">
            {levels.map((level) => (
              <span key={level}>
                <LevelIcon level={level} /> {levelWords[level].color} {levelWords[level].word}
              </span>
            ))}
            <small>区域取区内最高的风险点</small>
          </p>
        </section>
        <section className="plan-box" aria-label="风险点">
          <PointList
            rows={rows}
            marks={marks}
            selectedId={selectedId}
            editing={editing}
            checks={checks}
            onChoose={setSelectedId}
            onPlace={(id) => {
              move(id, { x: 0.5, y: 0.5 });
              setSelectedId(id);
            }}
          />
        </section>
      </div>
    </>
  );
}

/** While this page is open, printing includes only the site plan, without the app layout. */
function usePrinting() {
  const isActive = useTabActive();
  useEffect(() => {
    if (!isActive) return undefined;
    document.documentElement.dataset['print'] = 'risk-map';
    return () => {
      delete document.documentElement.dataset['print'];
    };
  }, [isActive]);
}

function stateByPoint(rows: readonly { riskPointId: string; status: string }[]): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  // A point can have several checks. If one is pending, the point is shown as pending.
  for (const { riskPointId, status } of rows)
    if (status === 'pending' || !states.has(riskPointId)) states.set(riskPointId, status);
  return states;
}

interface AboutProps {
  row: RiskPoint;
  check: string | undefined;
  onTakeOff: (() => void) | undefined;
}
const About = ({ row, check, onTakeOff }: AboutProps) => (
  <>
    <h2>
      {row.name} <LevelMark level={row.level} />
    </h2>
    <p>
      {row.formula ?? '直接判定'}
      {row.residualLevel && `，剩余风险 ${levelWords[row.residualLevel].short}`}
    </p>
    <p>
      {row.ownerName} · {layerWords[row.controlLayer]}
      {(row.openDangers ?? 0) > 0 && ` · 未销号隐患 ${row.openDangers}`}
      {check !== undefined && ` · ${check === 'done' ? '今日已检' : '今日待检'}`}
    </p>
    <nav aria-label={row.name}>
      <Link to={pointPath(row.id)}>打开风险点</Link>
      <Link to={cardPath(row.id)}>风险告知卡</Link>
      {onTakeOff && (
        <Button type="link" size="small" danger onClick={onTakeOff}>
          移出平面图
        </Button>
      )}
    </nav>
  </>
);
