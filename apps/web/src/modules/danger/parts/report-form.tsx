import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { dangerReport as of } from '@anlan/contract/modules/danger/report-form';
import type { StandardDanger } from '@anlan/contract/modules/danger/views';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Switch, AutoComplete, Input } from 'antd';
import { useEffect, useMemo, useState, useContext, type KeyboardEvent, type ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Control } from '#kit/controls.tsx';
import { applies, defaultsOf, draftShape, filledOf } from '#kit/field-rules.ts';
import { FormFields, problemsOf, shownValues, showProblems, type FormLook } from '#kit/form-fields.tsx';
import { filesIn, textOf, type Values } from '#kit/resource.ts';
import { isAway } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { saveItem, loadItem } from '#lib/storage.ts';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { OwnerContext } from '#kit/modules.ts';
import { bound, boundFixed, dangerKey, dangerStart, earlierDangers, standards } from '../calls.ts';
import { Criterion } from './criterion-select.tsx';
import { Duty } from './duty-select.tsx';
import { StandardPick } from './standard-danger-select.tsx';
import '#kit/form.css';
import './report.css';

/** Text of the place. Proposes the risk points of the enterprise. */
const Place: Control = ({ name: _name, spec, row: _row, value, ...rest }) => {
  const enterpriseId = useContext(OwnerContext) ?? undefined;
  const isReady = useCurrentUser().sysUser.type === 'enterprise' || enterpriseId !== undefined;
  const { data } = useQuery({ ...dangerStart(enterpriseId), enabled: isReady });
  const texts = (data?.places ?? []).map(({ name, place }) => (place.includes(name) ? place : `${place} ${name}`));
  return (
    <AutoComplete
      {...rest}
      options={[...new Set(texts)].map((text) => ({ value: text }))}
      value={textOf(value)}
      onChange={(next: string) => rest.onChange?.(next)}
      showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.trim()) === true }}
    >
      <Input {...(spec.max === undefined ? {} : { maxLength: spec.max })} />
    </AutoComplete>
  );
};

const Fixed: Control = ({ id, value, onChange }) => (
  <Switch {...(id ? { id } : {})} checked={value === true} onChange={(on) => onChange?.(on)} />
);
const Source: Control = ({ name: _name, spec: _spec, row: _row, value, ...rest }) => (
  <DictSelect
    {...rest}
    type="hiddenDangerSource"
    without={['system']}
    allowClear={false}
    value={textOf(value) || null}
  />
);

const controls = { place: Place, dutyPersonId: Duty, majorCriterion: Criterion, fixed: Fixed, source: Source };
type Key = keyof typeof of.fields;
/** A look that draws only these fields, so that each card of the form has its own. */
const lookOf = (rows: readonly Key[]): FormLook => ({
  rows,
  controls,
  without: Object.keys(of.fields).filter((key) => !rows.some((one) => one === key)),
});
const looks = {
  enterprise: lookOf(['enterpriseId']),
  photos: lookOf(['photosBefore']),
  what: lookOf(['title', 'category']),
  cause: lookOf(['repeatCause']),
  fixing: lookOf(['fixed', 'photosAfter', 'measures']),
};
const duty: readonly Key[] = ['dutyPersonId', 'deadlineOn'];
const linesLook = (fixed: boolean, several: boolean) =>
  lookOf([
    ...(['place', 'vehicleId', 'level', 'majorCriterion', 'majorBasis', 'interimMeasures'] as const),
    ...(fixed ? [] : duty),
    ...(several ? (['source'] as const) : []),
    'description',
  ]);

const shape = draftShape(of);

interface Props {
  /** Initial values of the form, for example from a link. The draft of another danger report stays. */
  begun?: Values | undefined;
  pointName?: string | undefined;
  /** Called with the new id and whether the danger was fixed on the spot. */
  onDone: (id: string, fixed: boolean) => void;
}

/** The form for reporting a danger. Only photo and title must be entered; other fields have suggested values. */
export function ReportForm({ begun, pointName, onDone }: Props) {
  const who = useCurrentUser();
  const several = who.sysUser.type !== 'enterprise';
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const { isUploading, tell } = useUploading();
  // The time when the danger was found. It stays the same across retries, so that the server recognises a repeated
  // report.
  const [foundAt] = useState(() => new Date(Math.floor(Date.now() / 1000) * 1000));
  const placeName = `danger-place-${who.sysUser.id}`;
  const [base] = useState<Values>(() => ({
    ...defaultsOf(of),
    source: several ? 'regulator' : 'self',
    place: several ? null : (loadItem('local', placeName, z.string()) ?? null),
    ...begun,
  }));
  const source = textOf(begun?.['riskPointId']) || filesIn(begun?.['photosBefore'])[0]?.id || '';
  const draft = useDraft({ form, name: begun ? `${of.name}-${source}` : of.name, shape, base, version: 0 });
  const guard = useGuard({ draft });
  const all = { form, preserve: true };
  const watched = (key: Key) => (values: Values) => textOf(values[key]).trim();
  const enterpriseId: string | undefined = Form.useWatch(watched('enterpriseId'), all) || undefined;
  const category: string = Form.useWatch(watched('category'), all) ?? '';
  const place: string = Form.useWatch(watched('place'), all) ?? '';
  const title: string = Form.useWatch(watched('title'), all) ?? '';
  const level: string = Form.useWatch(watched('level'), all) ?? '';
  const isFixed = (values: Values) => values['fixed'] === true && applies(of, 'fixed', values);
  const fixed = Form.useWatch(isFixed, all) === true;
  const photos: number = Form.useWatch((values: Values) => filesIn(values['photosBefore']).length, all) ?? 0;
  const { data: library } = useQuery(standards());
  const standard = library?.find((one) => one.title === title && one.category === category) ?? null;
  const ready = !several || enterpriseId !== undefined;
  const { data: start } = useQuery({ ...dangerStart(enterpriseId), enabled: ready });
  const earlier = useQuery({
    ...earlierDangers({ enterpriseId, category, place }),
    enabled: ready && category !== '' && place.length > 1,
  });
  const needsCause = earlier.data?.needsCause === true;
  // Suggest the usual deadline until the user changes it.
  const usual =
    level === 'major'
      ? start?.majorDeadlineOn
      : standard
        ? addDays(dayOf(foundAt), standard.days)
        : start?.generalDeadlineOn;
  const [ownDeadline, setOwnDeadline] = useState(false);
  useEffect(() => {
    if (usual && !ownDeadline) form.setFieldValue('deadlineOn', usual);
  }, [usual, ownDeadline, form]);

  const [lost, setLost] = useState(false);
  const save = useSaving<Values, never, { id: string }>({
    form,
    row: null,
    formOf: () => base,
    write: async (values) => {
      const sent = {
        deadlineOn: usual ?? addDays(dayOf(new Date()), 7),
        riskPointId: begun?.['riskPointId'],
        ...filledOf(of, shownValues(of, { without: needsCause ? [] : ['repeatCause'] }, values)),
        foundAt,
        foundBy: who.sysUser.nickName,
      };
      setLost(false);
      return (fixed ? boundFixed : bound).create(sent).catch((error: unknown) => {
        setLost(isAway(error));
        throw error;
      });
    },
    gone: '',
    onSaved: ({ id }) => {
      if (place) saveItem('local', placeName, place);
      guard.clean();
      void client.invalidateQueries({ queryKey: dangerKey });
      onDone(id, fixed);
    },
  });
  const lines = useMemo(() => linesLook(fixed, several), [fixed, several]);
  const submit = () => {
    const drawn = [
      looks.enterprise,
      looks.photos,
      looks.what,
      lines,
      looks.fixing,
      ...(needsCause ? [looks.cause] : []),
    ];
    const values: Values = form.getFieldsValue(true);
    const problems = drawn.flatMap((look) => [...problemsOf(of, look, values, null, several)]);
    if (showProblems(form, new Map(problems))) save.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isUploading || save.isPending) return;
    event.preventDefault();
    submit();
  };
  const pick = (next: StandardDanger | null) => {
    const measures = textOf(form.getFieldValue('measures')).trim() || next?.measures;
    form.setFieldsValue({ title: next?.title ?? '', category: next?.category ?? null, measures });
    form.setFields([{ name: 'title', errors: [] }]);
    guard.onTyped();
  };
  const fields = (look: FormLook) => <FormFields {...{ of, form, look, several }} row={null} />;

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="report"
      initialValues={draft.initial}
      requiredMark={false}
      onKeyDown={onKeyDown}
      onValuesChange={(change: Values) => {
        if ('deadlineOn' in change) setOwnDeadline(true);
        guard.onTyped(change);
      }}
      onFinish={submit}
    >
      {guard.isRestored && <DraftNote onClear={guard.onClear} />}
      {lost ? (
        <Alert
          type="warning"
          showIcon
          title="网络不可用，还没有发出"
          description="填写的内容和照片都还在，网络恢复后再点一次“上报”，不会重复登记。"
        />
      ) : (
        <SaveProblem save={save} />
      )}
      <Uploading value={tell}>
        {several && (
          <Step title="哪家企业" done={enterpriseId !== undefined}>
            {fields(looks.enterprise)}
          </Step>
        )}
        <Step title="拍一张" done={photos > 0}>
          {fields(looks.photos)}
        </Step>
        <Step title="是什么" done={title !== '' && category !== ''}>
          <StandardPick selectedStandard={standard} onPick={pick} />
          {standard === null && fields(looks.what)}
        </Step>
        <section className="report-lines">
          {pointName && (
            <Form.Item label="风险点">
              <span className="report-said">{pointName}</span>
            </Form.Item>
          )}
          {fields(lines)}
        </section>
        {earlier.data && earlier.data.rows.length > 0 && (
          <div className="danger-note">
            <b>同一部位同类隐患已出现过 {earlier.data.rows.length} 次</b>{' '}
            {earlier.data.rows.map(({ no, foundOn }) => `${foundOn}（${no}）`).join('、')}
            {needsCause && fields(looks.cause)}
          </div>
        )}
        {level !== 'major' && <section className="report-lines">{fields(looks.fixing)}</section>}
      </Uploading>
      <div className="report-foot">
        <span>
          {isUploading
            ? '照片正在上传，请稍候'
            : fixed
              ? '由另一人复查后销号'
              : `${formatInstant(foundAt).slice(11, 16)} 发现，上报后立即通知责任人`}
        </span>
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          title="Ctrl+Enter"
          disabled={isUploading}
          loading={save.isPending}
          className="report-send"
        >
          上报
        </Button>
      </div>
    </Form>
  );
}

const Step = ({ title, done, children }: { title: string; done: boolean; children: ReactNode }) => (
  <section className={done ? 'report-step done' : 'report-step'} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
