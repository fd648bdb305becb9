import { numberText, shareText } from '@anlan/contract/domain/number-text';
import type { Campaign } from '@anlan/contract/modules/topic/views';
import type { Topic } from '@anlan/contract/modules/topic/resource';
import type { StoredFile } from '@anlan/contract/kit/field';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Progress } from 'antd';
import { useState } from 'react';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { FilesField } from '#widgets/files/files-field.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { campaignOf, topicKey, topics } from './calls.ts';
import { CampaignEnterprises } from './campaign-enterprises.tsx';
import './topic.css';

type Task = Campaign['items'][number];
const words = { open: '未办结', done: '已办结', late: '已逾期' } as const;
const percent = (done: number, all: number) => (all === 0 ? 0 : Math.floor((100 * done) / all));

/** Progress of a campaign. Supervisors see all enterprises, enterprise staff only their own enterprise. */
export function CampaignDrawer({ row, onClose }: { row: Topic; onClose: () => void }) {
  const several = useCurrentUser().sysUser.type !== 'enterprise';
  const { data, error, refetch } = useQuery(campaignOf(row.id));
  return (
    <TabDrawer open size={760} title={`${row.title} · ${several ? '进度' : '本企业任务'}`} onClose={onClose}>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="topic-body">
          <div className="topic-rate">
            <span>
              完成率 <b>{shareText(data.done, data.tasks)}</b>
            </span>
            <Progress percent={percent(data.done, data.tasks)} showInfo={false} aria-label="完成率" />
            <small>
              已办结 {numberText(data.done)} 项 ÷ 应办 {numberText(data.tasks)} 项
              {several && `（${numberText(data.enterprises)} 家在营企业，每家 ${data.items.length} 项）`}
              {data.startOn && data.endOn && `；${data.startOn} 至 ${data.endOn}`}
            </small>
          </div>
          {several ? (
            <>
              <table className="topic-table" aria-label="各项任务">
                <thead>
                  <tr>
                    <th scope="col">任务</th>
                    <th scope="col">完成期限</th>
                    <th scope="col">已办结</th>
                  </tr>
                </thead>
                <tbody>
                  {data.items.map(({ id, name, dueOn, done }) => (
                    <tr key={id}>
                      <td>{name}</td>
                      <td>{dueOn}</td>
                      <td>
                        {numberText(done)} / {numberText(data.enterprises)} 家
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <CampaignEnterprises topicId={row.id} />
            </>
          ) : (
            <ul className="topic-tasks" aria-label="任务">
              {data.items.map((task) => (
                <li key={task.id}>
                  <TaskCard topicId={row.id} task={task} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <Skeleton height={320} />
      )}
    </TabDrawer>
  );
}

export const TaskState = ({ state }: { state: NonNullable<Task['state']> }) => (
  <span className={`topic-state topic-state-${state}`}>{words[state]}</span>
);

function TaskCard({ topicId, task }: { topicId: string; task: Task }) {
  const mayAct = useHasPermit('bus:specialtopic:task');
  const client = useQueryClient();
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const again = () => client.invalidateQueries({ queryKey: topicKey });
  const finish = useMutation({
    mutationFn: () => topics.finish({ topicId, itemId: task.id, note: note || null, files: [...files] }),
    onSuccess: async () => {
      setOpen(false);
      await again();
      void message.success('已办结');
    },
  });
  const reopen = useMutation({
    mutationFn: () => topics.reopen({ topicId, itemId: task.id }),
    onSuccess: async () => {
      await again();
      void message.success('已撤回');
    },
  });
  const { state, name, dueOn, evidence, doneAt, doneByName, note: noteText, files: storedFiles } = task;
  return (
    <article className="topic-task">
      <header>
        <b>{name}</b>
        {state && <TaskState state={state} />}
        <small>{dueOn && `完成期限 ${dueOn}`}</small>
      </header>
      {state === 'done' ? (
        <>
          <span className="topic-note">
            {doneByName ?? '系统'} 于 {doneAt && formatInstant(doneAt)} 办结{noteText && `：${noteText}`}
          </span>
          {storedFiles.length > 0 && <Gallery files={storedFiles} label="完成情况" />}
          {mayAct && (
            <span>
              <Button size="small" loading={reopen.isPending} onClick={() => reopen.mutate()}>
                撤回办结
              </Button>
            </span>
          )}
        </>
      ) : open ? (
        <>
          <Input.TextArea
            aria-label="说明"
            placeholder="说明完成情况，可以不填"
            maxLength={200}
            value={note}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target }) => setNote(target.value)}
          />
          <FilesField
            rules={{ purpose: 'evidence', least: evidence ? 1 : 0, most: 9 }}
            label="完成材料"
            value={files}
            onChange={setFiles}
          />
          <span>
            <Button
              type="primary"
              loading={finish.isPending}
              disabled={evidence && files.length === 0}
              onClick={() => finish.mutate()}
            >
              确认办结
            </Button>{' '}
            <Button onClick={() => setOpen(false)}>取消</Button>
          </span>
          {evidence && files.length === 0 && <small className="topic-note">这项任务须上传照片或材料</small>}
        </>
      ) : (
        mayAct && (
          <span>
            <Button onClick={() => setOpen(true)}>办结</Button>
          </span>
        )
      )}
    </article>
  );
}
