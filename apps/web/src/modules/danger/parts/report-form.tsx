import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { DangerInput } from '@anlan/contract/modules/danger/resource';
import type { StandardDanger } from '@anlan/contract/modules/danger/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio, Switch } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { ReferencePicker } from '#kit/modules.ts';
import { ApiError, isAway } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { saveItem, loadItem } from '#lib/storage.ts';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { FilesField } from '#widgets/files/files-field.tsx';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { dangerKey, dangerStart, earlierDangers, reportDanger, reportFixed, standards } from '../calls.ts';
import { CriterionSelect } from './criterion-select.tsx';
import { LevelMark } from './danger-tags.tsx';
import { DutySelect } from './duty-select.tsx';
import { StandardPick } from './standard-danger-select.tsx';
import './report.css';

const DayPicker = lazyPart(async () => (await import('#widgets/day-picker.tsx')).DayPicker);
const EnterpriseSelect = lazyPart(async () => (await import('#widgets/enterprise-select.tsx')).EnterpriseSelect);

const held = z.array(z.object({ id: z.string(), name: z.string() }));
const shape = z.object({
  enterpriseId: z.nullish(z.string()),
  photosBefore: z.nullish(held),
  title: z.nullish(z.string()),
  category: z.nullish(z.string()),
  place: z.nullish(z.string()),
  riskPointId: z.nullish(z.string()),
  vehicleId: z.nullish(z.string()),
  level: z.nullish(z.enum(['general', 'major'])),
  majorCriterion: z.nullish(z.string()),
  majorBasis: z.nullish(z.string()),
  interimMeasures: z.nullish(z.string()),
  dutyPersonId: z.nullish(z.string()),
  deadlineOn: z.nullish(z.string()),
  source: z.nullish(z.string()),
  description: z.nullish(z.string()),
  repeatCause: z.nullish(z.string()),
  fixed: z.nullish(z.boolean()),
  measures: z.nullish(z.string()),
  photosAfter: z.nullish(held),
});
type Values = z.output<typeof shape>;

export type InitialReport = Partial<
  Pick<
    Values,
    'enterpriseId' | 'photosBefore' | 'title' | 'place' | 'category' | 'source' | 'riskPointId' | 'dutyPersonId'
  >
>;

interface Props {
  /** Initial values of the form, for example from a link. The draft of another danger report stays. */
  begun?: InitialReport | undefined;
  pointName?: string | undefined;
  /** Called with the new id and whether the danger was fixed on the spot. */
  onDone: (id: string, fixed: boolean) => void;
}

const photoRules = { purpose: 'photo', least: 1, most: 9 } as const;
const trimToUndefined = (text: string | null | undefined) => (text?.trim() ? text.trim() : undefined);
const mustHave = (message: string) => [
  {
    validator: async (_rule: unknown, value: unknown) => {
      if (!Array.isArray(value) || value.length === 0) throw new Error(message);
    },
  },
];
const must = (message: string) => [{ required: true, whitespace: true, message }];

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
    level: 'general',
    source: several ? 'regulator' : 'self',
    place: several ? null : (loadItem('local', placeName, z.string()) ?? null),
    fixed: false,
    ...begun,
  }));
  const draft = useDraft<Values, typeof shape.shape>({
    form,
    name: begun ? `danger-report-${begun.riskPointId ?? begun.photosBefore?.[0]?.id ?? ''}` : 'danger-report',
    shape,
    base,
    version: 0,
  });
  const guard = useGuard({ draft: draft as never });
  const enterpriseId = String(Form.useWatch('enterpriseId', form) ?? '') || undefined;
  const level = Form.useWatch('level', form) === 'major' ? 'major' : 'general';
  const fixed = Form.useWatch('fixed', form) === true && level === 'general';
  const category = String(Form.useWatch('category', form) ?? '');
  const place = String(Form.useWatch('place', form) ?? '').trim();
  const title = String(Form.useWatch('title', form) ?? '');
  const photos = Form.useWatch('photosBefore', form)?.length ?? 0;
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

  const send = useMutation({
    mutationFn: (values: Values) => {
      const input: DangerInput = {
        ...(enterpriseId ? { enterpriseId } : {}),
        title: trimToUndefined(values.title) ?? '',
        level,
        category: values.category ?? '',
        source: values.source ?? 'self',
        place: trimToUndefined(values.place) ?? '',
        riskPointId: values.riskPointId ?? undefined,
        photosBefore: values.photosBefore ?? [],
        foundAt,
        foundBy: who.sysUser.nickName,
        deadlineOn: values.deadlineOn ?? usual ?? addDays(dayOf(new Date()), 7),
        dutyPersonId: values.dutyPersonId ?? undefined,
        vehicleId: values.category === 'vehicle' ? (values.vehicleId ?? undefined) : undefined,
        description: trimToUndefined(values.description),
        repeatCause: needsCause ? trimToUndefined(values.repeatCause) : undefined,
        ...(level === 'major'
          ? {
              majorCriterion: trimToUndefined(values.majorCriterion),
              majorBasis: trimToUndefined(values.majorBasis),
              interimMeasures: trimToUndefined(values.interimMeasures),
            }
          : {}),
      };
      return fixed
        ? reportFixed({
            ...input,
            measures: trimToUndefined(values.measures) ?? '',
            photosAfter: values.photosAfter ?? [],
          })
        : reportDanger(input);
    },
    onSuccess: ({ id }, values) => {
      if (values.place) saveItem('local', placeName, values.place);
      guard.clean();
      void client.invalidateQueries({ queryKey: dangerKey });
      onDone(id, fixed);
    },
    onError: (error) => {
      const fieldErrors =
        error instanceof ApiError ? error.errors.filter(({ field }) => Object.hasOwn(shape.shape, field)) : [];
      form.setFields(fieldErrors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    },
  });
  const typed = () => guard.onTyped();
  const pick = (next: StandardDanger | null) => {
    form.setFieldsValue(
      next
        ? {
            title: next.title,
            category: next.category,
            ...(trimToUndefined(form.getFieldValue('measures') as string | null) ? {} : { measures: next.measures }),
          }
        : { title: '', category: null },
    );
    form.setFields([{ name: 'title', errors: [] }]);
    typed();
  };
  const lost = send.error !== null && isAway(send.error);
  const steps = { photo: photos > 0, what: title.trim() !== '' && category !== '' };

  return (
    <Form<Values>
      form={form}
      name="danger-report"
      layout="vertical"
      className="report"
      initialValues={draft.initial}
      requiredMark={false}
      scrollToFirstError
      onValuesChange={(change) => {
        if ('deadlineOn' in change) setOwnDeadline(true);
        typed();
      }}
      onFinish={(values) => send.mutate({ ...draft.initial, ...values })}
    >
      {guard.isRestored && <DraftNote missing={undefined} onClear={guard.onClear} />}
      {lost && (
        <Alert
          type="warning"
          showIcon
          title="网络不可用，还没有发出"
          description="填写的内容和照片都还在，网络恢复后再点一次“上报”，不会重复登记。"
        />
      )}
      {send.error && !lost && <Alert type="error" showIcon title={send.error.message} />}
      {several && (
        <Step title="哪家企业" done={enterpriseId !== undefined} number={1}>
          <Form.Item name="enterpriseId" rules={must('请选择企业')}>
            <EnterpriseSelect aria-label="所属企业" />
          </Form.Item>
        </Step>
      )}
      <Step title="拍一张" done={steps.photo} number={several ? 2 : 1}>
        <Uploading value={tell}>
          <Form.Item name="photosBefore" rules={mustHave('至少拍一张隐患照片')}>
            <FilesField rules={photoRules} label="隐患照片" />
          </Form.Item>
        </Uploading>
      </Step>
      <Step title="是什么" done={steps.what} number={several ? 3 : 2}>
        <StandardPick selectedStandard={standard} onPick={pick} />
        <Form.Item name="title" hidden={standard !== null} rules={must('请选择或填写隐患名称')}>
          <Input aria-label="隐患名称" placeholder="或直接写一句，如 配电箱门缺失" maxLength={60} />
        </Form.Item>
        <Form.Item name="category" hidden={standard !== null} rules={must('请选择隐患类别')}>
          <DictSelect type="hiddenDangerCategory" aria-label="隐患类别" placeholder="隐患类别" />
        </Form.Item>
      </Step>
      <section className="report-lines">
        <Form.Item name="place" label="地点" rules={must('请填写隐患部位')}>
          <Input placeholder="如 冲压车间北墙" maxLength={100} />
        </Form.Item>
        {pointName && (
          <Form.Item label="风险点">
            <span className="report-said">{pointName}</span>
          </Form.Item>
        )}
        {category === 'vehicle' && (
          <Form.Item name="vehicleId" label="车辆">
            <ReferencePicker target="vehicle" placeholder="选择车辆" />
          </Form.Item>
        )}
        <Form.Item name="level" label="等级">
          <Radio.Group
            options={[
              { value: 'general', label: <LevelMark level="general" whole /> },
              { value: 'major', label: <LevelMark level="major" whole /> },
            ]}
          />
        </Form.Item>
        {level === 'major' && (
          <>
            <Form.Item name="majorCriterion" label="判定标准">
              <CriterionSelect enterpriseId={enterpriseId} />
            </Form.Item>
            <Form.Item
              name="majorBasis"
              label="判定依据"
              dependencies={['majorCriterion']}
              rules={[
                ({ getFieldValue }) => ({
                  validator: async (_rule, value: unknown) => {
                    if (!trimToUndefined(String(value ?? '')) && !getFieldValue('majorCriterion'))
                      throw new Error('重大隐患须选择判定标准或填写判定依据');
                  },
                }),
              ]}
            >
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} placeholder="没有对应条款时填写" />
            </Form.Item>
            <Form.Item name="interimMeasures" label="防范措施" rules={must('请填写整改前的防范措施')}>
              <Input.TextArea
                autoSize={{ minRows: 1, maxRows: 4 }}
                maxLength={500}
                placeholder="整改前怎样保证安全，如停用、隔离、专人看护"
              />
            </Form.Item>
          </>
        )}
        {!fixed && (
          <>
            <Form.Item name="dutyPersonId" label="交给">
              <DutySelect enterpriseId={enterpriseId} />
            </Form.Item>
            <Form.Item name="deadlineOn" label="期限" rules={must('请选择整改期限')}>
              <DayPicker />
            </Form.Item>
          </>
        )}
        {several && (
          <Form.Item name="source" label="来源" rules={must('请选择隐患来源')}>
            <DictSelect type="hiddenDangerSource" without={['system']} allowClear={false} />
          </Form.Item>
        )}
        <Form.Item name="description" label="补充">
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={1000} placeholder="选填" />
        </Form.Item>
      </section>
      {earlier.data && earlier.data.rows.length > 0 && (
        <div className="danger-note">
          <b>同一部位同类隐患已出现过 {earlier.data.rows.length} 次</b>{' '}
          {earlier.data.rows.map(({ no, foundOn }) => `${foundOn}（${no}）`).join('、')}
          {needsCause && (
            <Form.Item name="repeatCause" label="反复出现的原因" rules={must('请填写反复出现的原因')}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={300} />
            </Form.Item>
          )}
        </div>
      )}
      {level === 'general' && (
        <section className="report-lines">
          <div className="report-switch">
            <label htmlFor="danger-report_fixed">
              已当场改好 <small>补一张改后照片</small>
            </label>
            <Form.Item name="fixed" valuePropName="checked">
              <Switch />
            </Form.Item>
          </div>
          {fixed && (
            <>
              <Uploading value={tell}>
                <Form.Item name="photosAfter" label="改后照片" rules={mustHave('至少拍一张整改后照片')}>
                  <FilesField rules={photoRules} label="整改后照片" />
                </Form.Item>
              </Uploading>
              <Form.Item name="measures" label="整改措施" rules={must('请填写整改措施')}>
                <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={1000} />
              </Form.Item>
            </>
          )}
        </section>
      )}
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
          disabled={isUploading}
          loading={send.isPending}
          className="report-send"
        >
          上报
        </Button>
      </div>
    </Form>
  );
}

interface StepProps {
  title: string;
  done?: boolean;
  number: number;
  children: ReactNode;
}

const Step = ({ title, done = false, number, children }: StepProps) => (
  <section className="report-step" aria-label={title}>
    <h2>
      <i className={done ? 'done' : ''} aria-hidden>
        {done ? '✓' : number}
      </i>
      {title}
    </h2>
    {children}
  </section>
);
