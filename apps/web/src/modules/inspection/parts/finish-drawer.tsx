import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { clauseOf, countResults } from '@anlan/contract/modules/checklist/check-item';
import { requiresRectification } from '@anlan/contract/modules/enforcement/resource';
import type { Inspection, Signature } from '@anlan/contract/modules/inspection/resource';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { forgetWork, queuePhoto, waitUntilSent } from '#lib/offline/outbox.ts';
import { isAway } from '#lib/connectivity.ts';
import { tokens } from '#lib/tokens.ts';
import { DayPicker } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { SignaturePad } from '#widgets/signature/signature-pad.tsx';
import type { Site } from './use-site.ts';
import '#kit/form.css';

interface Values {
  conclusion: string;
  dueOn: string | null;
  noticeKind: 'order' | 'onSiteDecision' | 'reminder' | null;
}
/**
 * Form rule for the kind of notice: rejects kinds that require rectification while failed items lack a legal basis.
 * `baseless`: the numbers of those items.
 */
const withBasis = (baseless: readonly number[]) => ({
  validator: (_: unknown, kind: string | null) =>
    baseless.length > 0 && requiresRectification(kind ?? '')
      ? Promise.reject(new Error(`第 ${baseless.join('、')} 项没有法律依据，请返回在该项填写法律依据，或改用提醒函`))
      : Promise.resolve(),
});
const withoutNotices = ['siteRecord', 'recheck', 'interview'];
/** Suggested days for corrections. */
const usualDays = 7;

/** Finishes an inspection: conclusion, handling of failed items, and signatures or the reason for their absence. */
export function FinishDrawer({
  row,
  site,
  onDone,
  onClose,
}: {
  row: Inspection;
  site: Pick<Site, 'finish' | 'aboutSignature'>;
  /** `arrived` is true if the server has received the result, and false if it is still queued on this phone. */
  onDone: (arrived: boolean) => void;
  onClose: () => void;
}) {
  const [form] = Form.useForm<Values>();
  const isRegulator = row.source === 'regulator';
  const { fail } = countResults(row.items);
  const baseless = row.items.flatMap((item, at) => (item.result === 'fail' && clauseOf(item) === null ? [at + 1] : []));
  const [own, setOwn] = useState<readonly Signature[]>(() =>
    row.inspectors.map(({ name }) => ({ role: 'inspector', name, file: null })),
  );
  const [party, setParty] = useState<Signature>({ role: 'party', name: '', file: null, refused: null });
  const [isRefused, setIsRefused] = useState(false);
  const [dueOn] = useState(() => addDays(dayOf(new Date()), usualDays));
  const finish = useMutation({
    mutationFn: async (values: Values) => {
      const work = await site.finish({
        conclusion: values.conclusion.trim(),
        signatures: [...own.filter(({ file }) => file !== null), ...(isRegulator || party.file ? [party] : [])],
        ...(fail > 0 ? { dueOn: values.dueOn, noticeKind: isRegulator ? values.noticeKind : null } : {}),
      });
      // When online, wait for the answer of the server before closing.
      const sent = await waitUntilSent(work.id, () => isAway() || tokens() === null);
      if (sent?.state !== 'refused') return sent !== null && sent.state !== 'queued';
      await forgetWork(work.id);
      throw new Error(sent.problem);
    },
    onSuccess: onDone,
  });
  return (
    <TabDrawer
      open
      size={560}
      title="交表"
      onClose={onClose}
      footer={
        <div className="kit-details-foot">
          <Button type="primary" loading={finish.isPending} onClick={form.submit}>
            {isRegulator && fail > 0 ? '交表并下发通知' : '交表'}
          </Button>
        </div>
      }
    >
      <Form<Values>
        form={form}
        className="kit-form"
        layout="vertical"
        initialValues={{
          conclusion: fail > 0 ? `现场检查发现 ${fail} 项问题，责令限期整改。` : '现场检查未发现问题。',
          dueOn,
          noticeKind: 'order',
        }}
        onFinish={finish.mutate}
      >
        {finish.error && <Alert type="error" showIcon title={finish.error.message} />}
        <Form.Item
          name="conclusion"
          label="检查结论"
          rules={[{ required: true, whitespace: true, message: '检查结论不能为空' }]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
        </Form.Item>
        {fail > 0 && (
          <>
            <Alert
              type="warning"
              showIcon
              title={`${fail} 项不符合将${isRegulator ? '逐项登记为隐患，并下发执法通知' : '逐项登记为隐患'}`}
            />
            {isRegulator && (
              <Form.Item
                name="noticeKind"
                label="文书类型"
                rules={[{ required: true, message: '请选择文书类型' }, withBasis(baseless)]}
              >
                <DictSelect type="enforcementKind" without={withoutNotices} allowClear={false} />
              </Form.Item>
            )}
            <Form.Item name="dueOn" label="整改期限" rules={[{ required: true, message: '请选择整改期限' }]}>
              <DayPicker />
            </Form.Item>
          </>
        )}
        {own.map((one) => (
          <section key={one.name} className="sign-block" aria-label={`检查人员 ${one.name}`}>
            <h3>
              检查人员 {one.name}
              {row.inspectors.find(({ name }) => name === one.name)?.paperNo && (
                <small>证号 {row.inspectors.find(({ name }) => name === one.name)?.paperNo}</small>
              )}
            </h3>
            <SignaturePad
              name={one.name}
              value={one.file}
              keep={(picture) => queuePhoto(picture, 'evidence', site.aboutSignature())}
              onChange={(file) =>
                setOwn((held) => held.map((other) => (other.name === one.name ? { ...other, file } : other)))
              }
            />
          </section>
        ))}
        {isRegulator && (
          <section className="sign-block" aria-label="被检查单位">
            <h3>被检查单位负责人</h3>
            <Input
              aria-label="被检查单位负责人姓名"
              placeholder="姓名"
              maxLength={30}
              value={party.name}
              onChange={({ target }) => setParty({ ...party, name: target.value })}
            />
            <Checkbox
              checked={isRefused}
              onChange={({ target }) => {
                setIsRefused(target.checked);
                setParty({ ...party, file: null, refused: null });
              }}
            >
              拒绝签名
            </Checkbox>
            {isRefused ? (
              <Input
                aria-label="拒绝签名的原因"
                placeholder="拒绝签名的原因，将记入检查记录"
                maxLength={200}
                value={party.refused ?? ''}
                onChange={({ target }) => setParty({ ...party, refused: target.value })}
              />
            ) : (
              <SignaturePad
                name={party.name || '被检查单位负责人'}
                value={party.file}
                keep={(picture) => queuePhoto(picture, 'evidence', site.aboutSignature())}
                onChange={(file) => setParty((held) => ({ ...held, file }))}
              />
            )}
          </section>
        )}
      </Form>
    </TabDrawer>
  );
}
