import { wxAutoContent } from '@anlan/contract/modules/wx-reply/resource';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Segmented } from 'antd';
import * as z from 'zod/mini';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { accountChoices } from '#lib/wx-account-calls.ts';
import { MaterialChoice } from '#widgets/wx-material/material-choice.tsx';
import { materialNames } from '#widgets/wx-material/limits.ts';

const kinds = ['text', 'image', 'voice', 'video', 'news'] as const;
const names = { text: '文本', ...materialNames } as const;
type Answer = z.output<typeof wxAutoContent>;
const nothing: Answer = { repType: 'text', repContent: '' };

export function AnswerControl({ value, onChange, row, id }: ControlProps & ControlField) {
  const form = Form.useFormInstance();
  const selectedAccount: unknown = Form.useWatch('accountId', { form, preserve: true });
  const accountId = typeof selectedAccount === 'string' ? selectedAccount : row?.['accountId'];
  const { data: accounts } = useQuery(accountChoices());
  const appId = accounts?.find((account) => account.id === accountId)?.appId;
  const read = z.safeParse(wxAutoContent, value);
  const answer = read.success ? read.data : nothing;
  return (
    <div className="wx-answer" id={id}>
      <Segmented
        aria-label="回复类型"
        value={answer.repType}
        options={kinds.map((kind) => ({ value: kind, label: names[kind] }))}
        onChange={(repType) => onChange?.(repType === 'text' ? nothing : { repType })}
      />
      {answer.repType === 'text' ? (
        <Input.TextArea
          aria-label="回复文字"
          maxLength={600}
          showCount
          autoSize={{ minRows: 3, maxRows: 8 }}
          value={answer.repContent ?? ''}
          onChange={({ target }) => onChange?.({ repType: 'text', repContent: target.value })}
        />
      ) : appId === undefined ? (
        <p className="sub">先选择公众号，再选择素材</p>
      ) : (
        <MaterialChoice
          appId={appId}
          kind={answer.repType}
          value={answer.repMediaId ? { mediaId: answer.repMediaId, name: answer.repName ?? '', url: null } : null}
          onChange={(next) =>
            onChange?.({
              repType: answer.repType,
              ...(next ? { repMediaId: next.mediaId, repName: next.name.slice(0, 100) } : {}),
            })
          }
        />
      )}
    </div>
  );
}
