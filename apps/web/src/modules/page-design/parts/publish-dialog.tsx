import { checkDesign } from '@anlan/contract/modules/page-design/publish-check';
import { formatInstant } from '@anlan/contract/domain/instant';
import { timeProblem } from '@anlan/contract/domain/written-time';
import type { PageData } from '@anlan/contract/modules/page-design/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { InstantPicker } from '#kit/instant-picker.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { pagesApi } from '../calls.ts';
import { useDesignerState } from '../state.ts';
import { usePage } from './page-context.ts';
import type { Autosave } from './use-autosave.ts';

export function PublishDialog({ keeping, data, onClose }: { keeping: Autosave; data: PageData; onClose: () => void }) {
  const { page } = usePage();
  const doc = useDesignerState((held) => held.doc);
  const client = useQueryClient();
  const { message } = App.useApp();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState<Date | string | null>(null);
  const [note, setNote] = useState('');
  const noteId = useId();
  const { findings } = checkDesign(doc, data);
  const must = findings.filter((one) => one.must);
  const publish = useMutation({
    mutationFn: async () => {
      const version = await keeping.keep();
      if (version === null) throw new Error('草稿没有保存，请先处理保存的问题');
      const goesAt = when === 'later' && at instanceof Date ? at : null;
      const made = await pagesApi.publish({ id: page.id, version, goesAt, note: note.trim() || null }, { quiet: true });
      return { ...made, version };
    },
    async onSuccess({ edition, state, goesAt, version }) {
      void client.invalidateQueries({ queryKey: ['page-design', 'editions', page.id] });
      await client.invalidateQueries({ queryKey: ['page-design', 'page', page.id] });
      keeping.adoptPublished(version, edition);
      void client.invalidateQueries({ queryKey: ['pageDesign'] });
      void message.success(
        state === 'waiting'
          ? `第 ${edition} 版将在 ${formatInstant(goesAt).slice(0, 16)} 发布`
          : `第 ${edition} 版已发布，手机上马上能看到`,
      );
      onClose();
    },
  });
  return (
    <TabModal
      open
      title={`发布“${page.name}”`}
      okText={when === 'now' ? '现在发布' : '定时发布'}
      okButtonProps={{ disabled: must.length > 0 || (when === 'later' && !(at instanceof Date)) }}
      confirmLoading={publish.isPending}
      onOk={() => publish.mutate()}
      onCancel={onClose}
    >
      {must.length > 0 ? (
        <div role="alert">
          <p className="bad">还有 {must.length} 项必须改，改好后才能发布：</p>
          <ul className="pd-must">
            {must.slice(0, 8).map(({ text, why }, place) => (
              <li key={`${text} ${place}`}>
                {text}：{why}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>发布后，打开手机页面的人会看到现在画布上的样子。</p>
      )}
      <Radio.Group
        aria-label="什么时候发布"
        value={when}
        onChange={({ target }) => setWhen(target.value === 'later' ? 'later' : 'now')}
        options={[
          { value: 'now', label: '现在' },
          { value: 'later', label: '定时' },
        ]}
      />
      {when === 'later' && (
        <p>
          <InstantPicker
            aria-label="发布时间"
            value={at}
            onChange={setAt}
            status={typeof at === 'string' ? 'error' : ''}
          />
          {typeof at === 'string' && (
            <span className="bad" role="alert">
              {timeProblem}
            </span>
          )}
        </p>
      )}
      <label className="pd-note" htmlFor={noteId}>
        说明（可不填）
        <Input id={noteId} value={note} maxLength={60} onChange={({ target }) => setNote(target.value)} />
      </label>
      {publish.error && (
        <p className="bad" role="alert">
          {publish.error.message}
        </p>
      )}
    </TabModal>
  );
}
