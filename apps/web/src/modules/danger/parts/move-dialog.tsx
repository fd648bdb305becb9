import type { Field } from '@anlan/contract/kit/field';
import { danger, type Danger } from '@anlan/contract/modules/danger/resource';
import { settlementKinds, type SettlementKind } from '@anlan/contract/modules/danger/plan';
import { dayOf } from '@anlan/contract/domain/instant';
import { Form } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { FieldControl } from '#kit/controls.tsx';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import type { MoveName } from '../rules.ts';
import { PhotoInput } from './photo-input.tsx';
import { Problem } from './problem.tsx';
import { PlanFields, planStart } from './plan-fields.tsx';
import { DangerSelect, DutySelect } from './select.tsx';
import { labelOf, useMove } from './use-move.ts';
import './act.css';

type Values = Record<string, unknown>;

interface Props {
  row: Danger;
  move: MoveName;
  onClose: () => void;
  onDone?: (move: MoveName) => void;
}

/** What is said above the fields of a move. */
const hints: Partial<Record<MoveName, string>> = {
  savePlan: '重大隐患先由主要负责人批准治理方案，再签收整改。',
  askExtension: '延期需在整改期限前申请，批准前期限不变。',
  list: '挂牌督办期间不能作废，销号后再摘牌。',
  publish: '隐患及治理情况应向从业人员通报，公示材料存档备查。',
  void: '作废后不计入整改率。与已有隐患重复的，请指明是哪一条。',
};

// Of a general danger nobody writes a report of acceptance.
const asksOf = (move: MoveName, level: Danger['level']): [string, Field][] =>
  Object.entries<Field>(danger.states?.moves[move].ask ?? {}).filter(
    ([key]) => key !== 'acceptanceReport' || level === 'major',
  );
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const leastReason = 5;
// It stands there only for a major one, which demands it.
const isAsked = (key: string, { required }: Field['spec']) => required === true || key === 'acceptanceReport';

/** What is wrong with one answer, by the contract's own schema; null where nothing is. */
function problemOf(key: string, { schemas, spec }: Field, value: unknown, move: MoveName): string | null {
  if (isEmpty(value)) return isAsked(key, spec) ? `请填写${spec.label}` : null;
  if (key === 'reason' && move === 'sendBack' && String(value).trim().length < leastReason)
    return `${spec.label}至少 ${leastReason} 个字`;
  const result = z.safeEncode(schemas.input, value);
  return result.success ? null : (result.error.issues[0]?.message ?? '填写有误');
}

/** What a move begins with. */
function startOf(row: Danger, move: MoveName): Values {
  const today = dayOf(new Date());
  switch (move) {
    case 'submit':
      return { fixedAt: new Date(), measures: row.measures ?? '', photosAfter: [] };
    case 'savePlan':
      return { plan: row.plan ?? planStart(), planFiles: row.planFiles, interimMeasures: row.interimMeasures ?? '' };
    case 'list':
      return { listedOn: today };
    case 'delist':
      return { delistedOn: today };
    case 'publish':
      return { publishedOn: today };
    case 'congress':
      return { congressOn: today };
    case 'reassign':
      return { dutyPersonId: row.dutyPersonId, dutyDepartment: row.dutyDepartment };
    default:
      return {};
  }
}

/** The dialog of a move: what it asks, and nothing more; what was typed stays when it fails. */
export function MoveDialog({ row, move, onClose, onDone = onClose }: Props) {
  const [form] = Form.useForm<Values>();
  // Of each field by itself: one whose files are there says nothing of another's.
  const [onTheirWay, setOnTheirWay] = useState<Readonly<Record<string, number>>>({});
  const pending = Object.values(onTheirWay).reduce((sum, count) => sum + count, 0);
  const tell = (key: string) => (count: number) =>
    setOnTheirWay((all) => ((all[key] ?? 0) === count ? all : { ...all, [key]: count }));
  const [opened] = useState(() => startOf(row, move));
  const guard = useGuard();
  const leave = () => {
    guard.clean();
    onClose();
  };
  const step = useMove(row, (done) => {
    guard.clean();
    onDone(done);
  });
  const label = labelOf(move);
  const asks = asksOf(move, row.level);
  const required = asks.some(([, { spec }]) => spec.required);
  const isPlan = move === 'savePlan';
  return (
    <TabModal
      open
      width={isPlan ? 760 : 560}
      title={`${label} · ${row.title}`}
      okText={label}
      cancelText={guard.leaving ? '放弃填写' : '取消'}
      okButtonProps={{
        danger: danger.states?.moves[move] !== undefined && 'danger' in danger.states.moves[move],
        loading: step.isPending,
        disabled: pending > 0,
      }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => (guard.isChanged && !guard.leaving ? guard.setLeaving(true) : leave())}
    >
      <Form<Values>
        form={form}
        name={`danger-${move}`}
        layout="vertical"
        className="danger-move kit-form"
        initialValues={opened}
        requiredMark={required ? undefined : false}
        scrollToFirstError
        onValuesChange={() => guard.onTyped()}
        onFinish={(values) => step.mutate({ move, asked: filled(values) })}
      >
        {hints[move] && <p className="sub">{hints[move]}</p>}
        {step.error && <Problem error={step.error} />}
        {asks.map(([key, field]) =>
          field.spec.kind === 'json' ? (
            <PlanFields key={key} />
          ) : (
            <Form.Item
              key={key}
              name={key}
              label={field.spec.label}
              required={isAsked(key, field.spec)}
              extra={field.spec.help}
              validateTrigger="onBlur"
              rules={[
                {
                  validator: async (_rule, value: unknown) => {
                    const problem = problemOf(key, field, value, move);
                    if (problem) throw new Error(problem);
                  },
                },
              ]}
            >
              {controlOf(key, field, row, tell(key))}
            </Form.Item>
          ),
        )}
        {pending > 0 && <p className="sub">还有 {pending} 个文件没有传完</p>}
      </Form>
    </TabModal>
  );
}

function controlOf(key: string, { spec }: Field, row: Danger, onPending: (count: number) => void) {
  if (spec.kind === 'files')
    return (
      <PhotoInput
        purpose={spec.files?.purpose === 'evidence' ? 'evidence' : 'photo'}
        most={spec.files?.most ?? 9}
        label={spec.label}
        onPending={onPending}
      />
    );
  if (key === 'dutyPersonId') return <DutySelect enterpriseId={row.enterpriseId} />;
  if (key === 'duplicateOfId') return <DangerSelect />;
  return <FieldControl name={key} spec={spec} row={null} />;
}

/** What was filled in; the lines of a plan that say nothing are said to be empty. */
function filled(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      if (key === 'plan') return [[key, planOf(value)]];
      return isEmpty(value) ? [] : [[key, value]];
    }),
  );
}

function planOf(value: unknown): unknown {
  const plan = { ...planStart(), ...Object(value) } as ReturnType<typeof planStart>;
  const settlements = Object.fromEntries(
    (Object.keys(settlementKinds) as SettlementKind[]).map((kind) => {
      const { done = false, evidence = '' } = plan.settlements[kind] ?? {};
      return [kind, { done, evidence: evidence ?? '' }];
    }),
  );
  return { ...plan, materials: plan.materials ?? '', fundsFen: plan.fundsFen ?? 0, settlements };
}
