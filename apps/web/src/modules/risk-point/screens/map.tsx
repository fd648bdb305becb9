import { layerWords } from '@anlan/contract/modules/risk-point/cycle';
import type { PlanArea } from '@anlan/contract/modules/risk-point/measures';
import type { RiskPlan, RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select } from 'antd';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { AnyRow } from '#kit/resource.ts';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { useTabActive } from '#ui/tab-scope.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { LevelIcon, LevelMark, levels, levelWords } from '#widgets/risk-level/level.tsx';
import { useFileLink } from '#widgets/stored-picture.tsx';
import { allPoints, boundPlans as bound, planKey, plans, plansOf, pointKey, points, todaysOf } from '../calls.ts';
import { AreaTools } from '../parts/area-tools.tsx';
import { PlanView, type Mark } from '../parts/plan-view.tsx';
import { PointList } from '../parts/point-list.tsx';
import { freshAreaKey, type Spot } from '../plan-rules.ts';
import { cardPath, listPath, pointPath } from '../places.ts';
import '../parts/plan.css';

const ResourceForm = later(async () => (await import('#kit/resource-form.tsx')).ResourceForm);
const planForm = { rows: ['name', 'picture'], without: ['areas'] } as const;

/** 风险地图: risk points and areas on the plans that an enterprise sent in. */
export function Screen() {
  const asked = new URLSearchParams(useLocation().search).get('enterpriseId');
  const several = useWho().sysUser.type !== 'enterprise';
  const [whose, setWhose] = useState<string | null>(asked);
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
  const found = useQuery(plansOf(enterpriseId));
  const rows = useQuery(allPoints(enterpriseId));
  const mayAdd = useHolds('bus:riskplan:add');
  const [shown, setShown] = useState<string | null>(null);
  const [form, setForm] = useState<{ row: AnyRow | null } | null>(null);
  const all = found.data?.rows ?? [];
  const plan = all.find(({ id }) => id === shown) ?? all[0];
  const placed = (rows.data ?? []).filter(({ planId }) => planId !== null).length;
  const add = mayAdd && (
    <Button icon={<Icon name="plus" size={16} />} onClick={() => setForm({ row: null })}>
      添加平面图
    </Button>
  );
  const error = found.error ?? rows.error;
  if (error) return <LoadFailed error={error} onRetry={() => void found.refetch()} />;
  if (!found.data || !rows.data) return <Bones height={560} />;
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
  const [chosen, setChosen] = useState<string | null>(null);
  const [editing, setEditing] = useState(false);
  const [drawing, setDrawing] = useState<readonly Spot[] | null>(null);
  const [shows, setShows] = useState({ areas: true, points: true, dangers: false, checks: false });
  const seesChecks = useHolds('bus:riskcheck:index');
  const today = useQuery({ ...todaysOf(enterpriseId), enabled: seesChecks });
  const checks = useMemo(() => (today.data ? stateByPoint(today.data.rows) : null), [today.data]);
  // What was moved stands at its new place until the server has it.
  const [moved, setMoved] = useState<ReadonlyMap<string, Spot>>(new Map());
  const mayEdit = useHolds('bus:riskpoint:edit') && rows.some(({ abilities }) => abilities.includes('place'));
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
      // Others may have moved on: the version is that of now.
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
  const change = (key: string, given: (area: PlanArea) => PlanArea) =>
    save.mutate(areas.map((area) => (area.key === key ? given(area) : area)));
  const close = (name: string) => {
    if (drawing === null || drawing.length < 3) return;
    save.mutate([...areas, { key: freshAreaKey(areas), name, corners: [...drawing] }]);
    setDrawing(null);
  };
  const one = rows.find(({ id }) => id === chosen);
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
              chosen={chosen}
              editing={editing && drawing === null}
              drawing={drawing}
              shows={shows}
              checks={shows.checks ? checks : null}
              onChoose={setChosen}
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
            <Bones height={480} />
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
            chosen={chosen}
            editing={editing}
            checks={checks}
            onChoose={setChosen}
            onPlace={(id) => {
              move(id, { x: 0.5, y: 0.5 });
              setChosen(id);
            }}
          />
        </section>
      </div>
    </>
  );
}

/** The frame around the plan is no part of what is printed. */
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
  // One that waits speaks for the point.
  for (const { riskPointId, status } of rows)
    if (status === 'pending' || !states.has(riskPointId)) states.set(riskPointId, status);
  return states;
}

interface AboutProps {
  row: RiskPoint;
  /** State of today's check. */
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
