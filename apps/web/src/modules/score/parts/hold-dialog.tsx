import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { maxHoldDays, type HoldInput, type ScoreCard } from '@anlan/contract/modules/score/score';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { DayPicker } from '#widgets/day-picker.tsx';
import { holdColor } from '#lib/score-calls.ts';
import { colorWords } from '#widgets/score/rules.ts';

type Values = Omit<HoldInput, 'enterpriseId'>;
const worst = ['red', 'orange', 'yellow'] as const;
const rankOf = (color: string) => ['red', 'orange', 'yellow', 'blue', 'unrated'].indexOf(color);

export function HoldDialog({ card, onClose }: { card: ScoreCard; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const { enterpriseId, computed } = card;
  const send = useMutation({
    mutationFn: (values: Values) => holdColor({ enterpriseId, ...values }, { quiet: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['score'] });
      onClose();
    },
    onError: (error) => {
      const fieldErrors = error instanceof ApiError ? error.errors : [];
      form.setFields(
        fieldErrors.flatMap(({ field, msg }) =>
          field === 'color' || field === 'until' || field === 'reason' ? [{ name: field, errors: [msg] }] : [],
        ),
      );
    },
  });
  const offered = worst.filter((color) => rankOf(color) <= rankOf(computed));
  const [today] = useState(() => dayOf(new Date()));
  return (
    <TabModal
      open
      title="暂定颜色"
      okText="暂定"
      cancelText="取消"
      okButtonProps={{ loading: send.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="hold-color"
        layout="vertical"
        initialValues={{ color: offered.at(-1), until: addDays(today, 30) }}
        onFinish={(values) => send.mutate(values)}
      >
        {send.error && <Alert type="error" showIcon title={send.error.message} />}
        <p>
          计算出的颜色是{colorWords[computed]}。暂定的颜色不能比它更好，最长 {maxHoldDays}{' '}
          天；企业看得到颜色、原因和截止日期。
        </p>
        <Form.Item name="color" label="颜色" rules={[{ required: true, message: '请选择颜色' }]}>
          <Radio.Group options={offered.map((color) => ({ value: color, label: colorWords[color] }))} />
        </Form.Item>
        <Form.Item name="until" label="截止日期" rules={[{ required: true, message: '请填写截止日期' }]}>
          <DayPicker />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input.TextArea
            maxLength={200}
            showCount
            rows={3}
            placeholder="例如：现场检查发现多处带病运行，复核前按橙色管理"
          />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
