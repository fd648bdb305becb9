import type { Todo } from '@anlan/contract/domain/todo';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form } from 'antd';
import { useRef, useState } from 'react';
import { FormFields } from '#kit/form-fields.tsx';
import type { Values } from '#kit/resource.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { Icon } from '#ui/icon.tsx';
import { LoadFailed, Skeleton } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import type { Together } from '#widgets/todo-list/todo-list.tsx';
import { loadRunner, type TogetherRunner } from '../together-runners.ts';
import './together.css';

interface Result {
  todo: Todo;
  /** Why the act was not done; null if it was. */
  problem: string | null;
}

/** Does the act of several to-dos, one record after the other, and shows the result of each. */
export function TogetherButton({ act, rows, onDone }: Together) {
  const [open, setOpen] = useState(false);
  const label = act.several ?? '';
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {`${label} ${rows.length} 条`}
      </Button>
      {open && (
        <TogetherDialog
          act={act}
          rows={rows}
          onDone={onDone}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}

function TogetherDialog({ act, rows: shownRows, onClose }: Together & { onClose: (isDone: boolean) => void }) {
  // The list behind the dialog loses the rows that are done.
  const [rows] = useState(shownRows);
  const label = act.several ?? '';
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [results, setResults] = useState<readonly Result[]>([]);
  const isStopped = useRef(false);
  const runner = useQuery({
    queryKey: ['together', act.name],
    queryFn: () => loadRunner(act.name),
    staleTime: Infinity,
  });
  const run = useMutation({
    mutationFn: async ({ by, values }: { by: TogetherRunner; values: Values }) => {
      const all: Result[] = [];
      for (const todo of rows) {
        if (isStopped.current) break;
        const problem = await by.run(todo.subjectId, values).then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : '没有办成'),
        );
        all.push({ todo, problem });
        setResults([...all]);
      }
      return all;
    },
    onSuccess: (all) => {
      if (all.length < rows.length || all.some(({ problem }) => problem !== null)) return;
      void message.success(`已${label} ${all.length} 条`);
      onClose(true);
    },
    onSettled: () => {
      void refreshRedDots();
      return client.invalidateQueries({ queryKey: ['todo'] });
    },
  });
  const isOver = run.isSuccess;
  const by = runner.data;
  const send = (values: Values) => by && run.mutate({ by, values });
  return (
    <TabModal
      open
      title={`${label} ${rows.length} 条`}
      okText={isOver ? '知道了' : label}
      cancelText={run.isPending ? '停止' : '取消'}
      okButtonProps={{ loading: run.isPending, disabled: !by }}
      cancelButtonProps={isOver ? { hidden: true } : {}}
      onOk={() => (isOver ? onClose(true) : by?.fields ? form.submit() : send({}))}
      // A running act is finished; the following ones are not begun.
      onCancel={() => (run.isPending ? (isStopped.current = true) : onClose(isOver))}
    >
      {!by &&
        (runner.error ? (
          <LoadFailed error={runner.error} onRetry={() => void runner.refetch()} />
        ) : (
          <Skeleton height={80} />
        ))}
      {by?.fields && results.length === 0 && (
        <Form form={form} name="todo-together" layout="vertical" className="kit-form" onFinish={send}>
          <FormFields of={by.fields} form={form} look={{}} row={null} several />
        </Form>
      )}
      <ul className="todo-results" aria-label="办理结果" aria-live="polite">
        {rows.map((todo) => {
          const result = results.find((one) => one.todo.id === todo.id);
          return (
            <li key={todo.id}>
              <span>{todo.title}</span>
              {result && (
                <small className={result.problem === null ? 'done' : 'failed'}>
                  {result.problem === null ? <Icon name="check" size={14} /> : null}
                  {result.problem ?? `已${label}`}
                </small>
              )}
            </li>
          );
        })}
      </ul>
    </TabModal>
  );
}
