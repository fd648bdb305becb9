import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { Suspense, useState } from 'react';
import { wxMaterials, type WxMaterial } from '#lib/wx-material-calls.ts';
import { useDirty } from '#ui/tab-context.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { MaterialChoice, type Attached } from '#widgets/wx-material/material-choice.tsx';

const RichTextEditor = lazyPart(async () => (await import('#widgets/rich-text/rich-text-editor.tsx')).RichTextEditor);

interface Values {
  title: string;
  author?: string;
  digest?: string;
  content: string;
  contentSourceUrl?: string;
  thumb: Attached | null;
}

interface Props {
  appId: string;
  material: WxMaterial | null;
  onClose: () => void;
}

function Thumb({
  appId,
  value,
  onChange,
}: {
  appId: string;
  value?: Attached | null;
  onChange?: (to: Attached | null) => void;
}) {
  return (
    <MaterialChoice appId={appId} kind="image" label="封面" value={value ?? null} onChange={(to) => onChange?.(to)} />
  );
}

function Content({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <RichTextEditor label="正文" value={value} onChange={(html) => onChange?.(html)} />
    </Suspense>
  );
}

/** Edits a news material. If it has several articles, only the first can be edited. */
export function NewsDrawer({ appId, material, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useDirty(dirty);
  const client = useQueryClient();
  const [article] = material?.content?.articles ?? [];
  const save = useMutation({
    mutationFn: async (values: Values): Promise<void> => {
      const written = {
        title: values.title.trim(),
        author: values.author?.trim() || undefined,
        digest: values.digest?.trim() || undefined,
        content: values.content,
        contentSourceUrl: values.contentSourceUrl?.trim() || undefined,
        thumbMediaId: values.thumb?.mediaId ?? '',
      };
      if (material === null) await wxMaterials.news({ appId, articles: [written] }, { quiet: true });
      else
        await wxMaterials.newsUpdate(
          { appId, mediaId: material.mediaId, index: 0, articles: [written] },
          { quiet: true },
        );
    },
    onSuccess: async () => {
      setDirty(false);
      await client.invalidateQueries({ queryKey: ['wx-material'] });
      onClose();
    },
  });
  const must = (message: string) => [{ required: true, whitespace: true, message }];
  return (
    <TabDrawer
      open
      size={720}
      title={material === null ? '写图文' : '编辑图文'}
      onClose={onClose}
      footer={
        <div className="form-drawer-foot">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </div>
      }
    >
      {save.error && <Alert type="error" showIcon title={save.error.message} />}
      <Form<Values>
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={{
          title: article?.title ?? '',
          author: article?.author ?? '',
          digest: article?.digest ?? '',
          content: article?.content ?? '',
          contentSourceUrl: article?.contentSourceUrl ?? '',
          thumb: article?.thumbMediaId ? { mediaId: article.thumbMediaId, name: '封面', url: null } : null,
        }}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item name="title" label="标题" rules={must('标题不能为空')}>
          <Input maxLength={64} showCount />
        </Form.Item>
        <Form.Item name="author" label="作者">
          <Input maxLength={16} showCount />
        </Form.Item>
        <Form.Item name="thumb" label="封面" rules={[{ required: true, message: '请选择封面' }]}>
          <Thumb appId={appId} />
        </Form.Item>
        <Form.Item name="digest" label="摘要" extra="不填时微信取正文的开头">
          <Input.TextArea maxLength={120} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
        <Form.Item name="content" label="正文" rules={must('正文不能为空')}>
          <Content />
        </Form.Item>
        <Form.Item
          name="contentSourceUrl"
          label="阅读原文链接"
          rules={[{ pattern: /^https?:\/\//, message: '链接应以 http:// 或 https:// 开头' }]}
        >
          <Input maxLength={1000} placeholder="https://" />
        </Form.Item>
      </Form>
    </TabDrawer>
  );
}
