import type { Announcement } from '@anlan/contract/modules/notice/announcement';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import {
  createOne,
  createSystem,
  adminOne,
  noticeKey,
  publish,
  updateOne,
  updateSystem,
  type Channel,
  type Seen,
} from '../calls.ts';
import {
  copyOf,
  draftShape,
  fieldsOf,
  formOf,
  emptyForm,
  isLater,
  systemFieldsOf,
  limitAudience,
  type FormValues,
} from '../rules.ts';
import { EditorForm } from './editor-form.tsx';

interface Props {
  channel: Channel;
  /** The announcement to edit; null for a new announcement. */
  row: Announcement | null;
  /** Whether the row is only a template for a new announcement. */
  isCopy?: boolean;
  onClose: () => void;
}

/** The announcement editor. Typed values survive an expired session. */
export function EditorDrawer({ channel, row, isCopy = false, onClose }: Props) {
  const whole = useQuery({ ...adminOne(channel, row?.id ?? ''), enabled: row !== null, staleTime: 0, gcTime: 0 });
  if (row === null) return <OpenDrawer channel={channel} row={null} onClose={onClose} />;
  // Show the form after the first fetch. A later refetch must not overwrite typed input.
  if (whole.data && whole.isFetchedAfterMount)
    return (
      <OpenDrawer
        channel={channel}
        row={isCopy ? null : whole.data}
        copied={isCopy ? { from: whole.data.id, values: copyOf(whole.data) } : undefined}
        onClose={onClose}
      />
    );
  return (
    <TabDrawer open size={760} title="编辑" onClose={onClose}>
      {whole.error ? (
        <LoadFailed error={whole.error} onRetry={() => void whole.refetch()} />
      ) : (
        <div className="notice-bones">
          <Skeleton height={40} />
          <Skeleton height={280} />
        </div>
      )}
    </TabDrawer>
  );
}

const placeOf = (channel: Channel, row: Announcement | null, copied?: { from: string }) =>
  `notice-${channel}-${row?.id ?? (copied ? `copy-${copied.from}` : 'new')}`;

/** Saves the form. Returns the id and version for the next save. */
async function write(channel: Channel, values: FormValues, seen: Seen | null): Promise<Seen> {
  if (channel === 'system') {
    const fields = systemFieldsOf(values);
    return seen ? updateSystem({ ...fields, ...seen }) : createSystem(fields);
  }
  const fields = fieldsOf(values);
  return seen ? updateOne({ ...fields, ...seen }) : createOne(fields);
}

interface OpenProps extends Omit<Props, 'isCopy'> {
  copied?: { from: string; values: FormValues } | undefined;
}

interface Sending {
  out: boolean;
  from: Seen | null;
}

function OpenDrawer({ channel, row, copied, onClose }: OpenProps) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<FormValues>();
  const limited = useCurrentUser().overseen !== null && channel !== 'system';
  const base = limitAudience({ ...(row ? formOf(row) : emptyForm), ...copied?.values }, limited);
  const name = placeOf(channel, row, copied);
  const draft = useDraft({ form, name, shape: draftShape, base, version: row?.version ?? 0 });
  const [typed, setTyped] = useState(draft.isRestored || copied !== undefined);
  const [seen, setSeen] = useState<Seen | null>(row && { id: row.id, version: draft.version });
  const [problem, setProblem] = useState<string | null>(null);
  const [newer, setNewer] = useState<Announcement | null>(null);
  const guard = useGuard({ changed: typed, draft });
  const noun = channel === 'system' ? '通知' : '公告';
  const close = () => {
    guard.clean();
    onClose();
  };
  const leave = () => (typed ? guard.setLeaving(true) : close());
  const send = useMutation({
    mutationFn: async ({ out, from }: Sending) => {
      const values: FormValues = form.getFieldsValue(true);
      const saved = await write(channel, values, from);
      // If publishing fails, a retry updates the row that the first attempt saved.
      setSeen({ id: saved.id, version: saved.version });
      if (out) await publish(channel, saved);
      return out;
    },
    onMutate: () => {
      setProblem(null);
      setNewer(null);
    },
    onSuccess: async (out) => {
      const { publishAt }: FormValues = form.getFieldsValue(true);
      const words = out ? (isLater(publishAt, new Date()) ? '已安排发布' : '已发布') : '已保存';
      void refreshRedDots();
      await client.invalidateQueries({ queryKey: noticeKey });
      void message.success(words);
      close();
    },
    onError: async (error, { from }) => {
      setProblem(error.message);
      if (error instanceof ApiError)
        form.setFields(
          error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<
            typeof form.setFields
          >[0],
        );
      void client.invalidateQueries({ queryKey: noticeKey });
      if (!(error instanceof ApiError) || error.status !== 409 || from === null) return;
      try {
        setNewer(await client.fetchQuery({ ...adminOne(channel, from.id), staleTime: 0 }));
      } catch {
        setProblem('内容已被他人修改，最新内容没有读取成功，请重试');
      }
    },
  });
  const keepMine = () => {
    if (!newer) return;
    const from = { id: newer.id, version: newer.version };
    setSeen(from);
    send.mutate({ out: false, from });
  };
  const takeTheirs = () => {
    if (!newer) return;
    setSeen({ id: newer.id, version: newer.version });
    form.setFieldsValue(limitAudience(formOf(newer), limited) as Parameters<typeof form.setFieldsValue>[0]);
    setNewer(null);
    setProblem(null);
    guard.onTaken(newer);
    setTyped(false);
  };
  const submit = (out: boolean) =>
    void form.validateFields().then(
      () => send.mutate({ out, from: seen }),
      (failed: { errorFields?: { name: (string | number)[] }[] }) => {
        const [first] = failed.errorFields ?? [];
        if (first) form.scrollToField(first.name, { block: 'center', focus: true });
      },
    );
  return (
    <TabDrawer
      open
      size={760}
      title={row ? `编辑${noun}` : `新增${noun}`}
      mask={{ closable: !typed }}
      onClose={leave}
      footer={
        <div className="notice-editor-foot">
          <span role="status">{guard.leaving ? '有未保存的修改' : ''}</span>
          {guard.leaving ? (
            <>
              <Button onClick={() => guard.setLeaving(false)}>继续填写</Button>
              <Button danger onClick={close}>
                放弃修改
              </Button>
            </>
          ) : (
            <>
              <Button onClick={leave}>取消</Button>
              <Button loading={send.isPending && !send.variables.out} onClick={() => submit(false)}>
                {row?.state === 'scheduled' ? '保存' : '存为草稿'}
              </Button>
              {row?.state !== 'scheduled' && (
                <Button type="primary" loading={send.isPending && send.variables.out} onClick={() => submit(true)}>
                  发布
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      {guard.isRestored && (
        <DraftNote
          onClear={() => {
            guard.onClear();
            setTyped(copied !== undefined);
            setSeen(row);
          }}
        />
      )}
      <div className="notice-problem">
        <SaveProblem<Announcement>
          save={{ problem, newer, isPending: send.isPending, submit: () => submit(false), keepMine, takeTheirs }}
          describe={({ updatedAt }) =>
            `${formatInstant(updatedAt).slice(0, 16)} 已有人保存了新的内容，请选择留下哪一份。`
          }
        />
      </div>
      <EditorForm
        channel={channel}
        form={form}
        initial={limitAudience(draft.initial, limited)}
        onTyped={() => {
          guard.onTyped();
          setTyped(true);
        }}
      />
    </TabDrawer>
  );
}
