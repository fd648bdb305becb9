import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { DangerInput } from '@anlan/contract/modules/danger/resource';
import type { StandardDanger } from '@anlan/contract/modules/danger/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio, Switch } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { ReferencePicker } from '#kit/modules.ts';
import { ApiError, isAway } from '#lib/api-error.ts';
import { useWho } from '#lib/person.ts';
import { keep, recall } from '#lib/storage.ts';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { later } from '#ui/later.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { dangerKey, dangerStart, earlierDangers, reportDanger, reportFixed, standards } from '../calls.ts';
import { CriterionSelect } from './criterion-select.tsx';
import { LevelMark } from './marks.tsx';
import { PhotoInput } from './photo-input.tsx';
import { DutySelect } from './select.tsx';
import { StandardPick } from './standard-pick.tsx';
import './report.css';

const DayPicker = later(async () => (await import('#widgets/day-picker.tsx')).DayPicker);
const EnterpriseSelect = later(async () => (await import('#widgets/enterprise-select.tsx')).EnterpriseSelect);

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

/** What a report begins with, where it comes from elsewhere: a follower's picture, a risk point with its owner. */
export type Begun = Partial<
  Pick<
    Values,
    'enterpriseId' | 'photosBefore' | 'title' | 'place' | 'category' | 'source' | 'riskPointId' | 'dutyPersonId'
  >
>;

interface Props {
  /** What stands in it at first; a draft of another report is left alone. */
  begun?: Begun | undefined;
  /** The risk point that it is found at. */
  pointName?: string | undefined;
  /** Told the id of what was reported, and whether it was put right at once. */
  onDone: (id: string, fixed: boolean) => void;
  /** Where the button that sends stands at the foot of the page or of the drawer. */
  foot: (button: ReactNode, note: ReactNode) => ReactNode;
}

const said = (text: string | null | undefined) => (text?.trim() ? text.trim() : undefined);
const must = (message: string) => [{ required: true, whitespace: true, message }];

/** Photo, what, send: the rest is proposed, and can be said otherwise. */
export function ReportForm({ begun, pointName, onDone, foot }: Props) {
  const who = useWho();
  const several = who.sysUser.type !== 'enterprise';
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [pendingBefore, setPendingBefore] = useState(0);
  const [pendingAfter, setPendingAfter] = useState(0);
  const pending = pendingBefore + pendingAfter;
  // The moment stays: sent again after a failure, it is the same danger and no second one.
  const [foundAt] = useState(() => new Date(Math.floor(Date.now() / 1000) * 1000));
  const placeName = `danger-place-${who.sysUser.id}`;
  const [base] = useState<Values>(() => ({
    level: 'general',
    source: several ? 'regulator' : 'self',
    place: several ? null : (recall('local', placeName, z.string()) ?? null),
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
  // The usual deadline is proposed as long as nobody says another.
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
        title: said(values.title) ?? '',
        level,
        category: values.category ?? '',
        source: values.source ?? 'self',
        place: said(values.place) ?? '',
        riskPointId: values.riskPointId ?? undefined,
        photosBefore: values.photosBefore ?? [],
        foundAt,
        foundBy: who.sysUser.nickName,
        deadlineOn: values.deadlineOn ?? usual ?? addDays(dayOf(new Date()), 7),
        dutyPersonId: values.dutyPersonId ?? undefined,
        vehicleId: values.category === 'vehicle' ? (values.vehicleId ?? undefined) : undefined,
        description: said(values.description),
        repeatCause: needsCause ? said(values.repeatCause) : undefined,
        ...(level === 'major'
          ? {
              majorCriterion: said(values.majorCriterion),
              majorBasis: said(values.majorBasis),
              interimMeasures: said(values.interimMeasures),
            }
          : {}),
      };
      return fixed
        ? reportFixed({ ...input, measures: said(values.measures) ?? '', photosAfter: values.photosAfter ?? [] })
        : reportDanger(input);
    },
    onSuccess: ({ id }, values) => {
      if (values.place) keep('local', placeName, values.place);
      guard.clean();
      void client.invalidateQueries({ queryKey: dangerKey });
      onDone(id, fixed);
    },
    onError: (error) => {
      const known =
        error instanceof ApiError ? error.errors.filter(({ field }) => Object.hasOwn(shape.shape, field)) : [];
      form.setFields(known.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    },
  });
  const typed = () => guard.onTyped();
  const pick = (next: StandardDanger | null) => {
    form.setFieldsValue(
      next
        ? {
            title: next.title,
            category: next.category,
            ...(said(form.getFieldValue('measures') as string | null) ? {} : { measures: next.measures }),
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
        <Form.Item
          name="photosBefore"
          rules={[
            {
              validator: async (_rule, value: unknown) => {
                if (!Array.isArray(value) || value.length === 0) throw new Error('至少拍一张隐患照片');
              },
            },
          ]}
        >
          <PhotoInput purpose="photo" most={9} label="隐患照片" onPending={setPendingBefore} />
        </Form.Item>
      </Step>
      <Step title="是什么" done={steps.what} number={several ? 3 : 2}>
        <StandardPick chosen={standard} onPick={pick} />
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
        <Form.Item name="level" label="级别">
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
                    if (!said(String(value ?? '')) && !getFieldValue('majorCriterion'))
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
              <Form.Item
                name="photosAfter"
                label="改后照片"
                rules={[
                  {
                    validator: async (_rule, value: unknown) => {
                      if (!Array.isArray(value) || value.length === 0) throw new Error('至少拍一张整改后照片');
                    },
                  },
                ]}
              >
                <PhotoInput purpose="photo" most={9} label="整改后照片" onPending={setPendingAfter} />
              </Form.Item>
              <Form.Item name="measures" label="整改措施" rules={must('请填写整改措施')}>
                <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={1000} />
              </Form.Item>
            </>
          )}
        </section>
      )}
      {foot(
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          disabled={pending > 0}
          loading={send.isPending}
          className="report-send"
        >
          上报
        </Button>,
        pending > 0
          ? `还有 ${pending} 张照片没有传完`
          : fixed
            ? '由另一人复查后销号'
            : `${foundBefore(foundAt)} 发现，上报后立即通知责任人`,
      )}
    </Form>
  );
}

const foundBefore = (at: Date) => formatInstant(at).slice(11, 16);

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
