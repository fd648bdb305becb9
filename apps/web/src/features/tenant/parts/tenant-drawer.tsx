import { tenantInput, tenantPatch, type TenantFile, type TenantRow } from '@anlan/contract/domain/tenant-desk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { LoadFailed, PageBones } from '#ui/states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useDirty } from '#ui/tab-scope.tsx';
import { createTenant, tenantFile, tenantKey, updateTenant } from '../calls.ts';
import { emptyForm, formOf, inputOf, patchOf, type FormValues } from '../rules.ts';
import { TenantForm } from './tenant-form.tsx';

/** What a new tenant's first administrator signs in with. */
export interface Made {
  id: string;
  name: string;
  username: string;
  password: string;
}
interface Props {
  /** A row to change, or null for a new one. */
  row: TenantRow | null;
  onClose: () => void;
  onSaved: () => void;
  onMade: (made: Made) => void;
}

/** The drawer to add or change a tenant; the tab is marked while it holds unsaved input. */
export function TenantDrawer(props: Props) {
  const { row } = props;
  const { data, error, refetch } = useQuery({ ...tenantFile(row?.id ?? ''), enabled: row !== null });
  if (row === null) return <OpenDrawer key="new" file={null} {...props} />;
  // Read once: what somebody else saves meanwhile answers 409.
  if (data) return <OpenDrawer key={row.id} file={data} {...props} />;
  return (
    <TabDrawer open closable={{ placement: 'end' }} size={600} title="编辑租户" onClose={props.onClose}>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <PageBones />}
    </TabDrawer>
  );
}

interface Issue {
  path: PropertyKey[];
  message: string;
}
const refusal = (issues: Issue[]) =>
  new ApiError({
    kind: 'invalid',
    status: 400,
    errors: issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), msg: message })),
  });

function OpenDrawer({ file: read, onClose, onSaved, onMade }: Props & { file: TenantFile | null }) {
  const client = useQueryClient();
  const [file] = useState(read);
  const [form] = Form.useForm<FormValues>();
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useDirty(changed);
  const save = useMutation({
    mutationFn: async () => {
      const values: FormValues = { ...emptyForm, ...form.getFieldsValue(true) };
      if (file) {
        const checked = tenantPatch.safeParse(patchOf(file, values));
        if (!checked.success) throw refusal(checked.error.issues);
        await updateTenant(checked.data);
        return null;
      }
      const checked = tenantInput.safeParse(inputOf(values));
      if (!checked.success) throw refusal(checked.error.issues);
      return { ...(await createTenant(checked.data)), name: checked.data.name };
    },
    onMutate: () => setProblem(null),
    onSuccess: async (made) => {
      if (made) onMade(made);
      else onSaved();
      await client.invalidateQueries({ queryKey: tenantKey });
    },
    onError: (error) => {
      setProblem(
        error instanceof ApiError && error.status === 409 ? '内容已被他人修改，请关闭后重新打开' : error.message,
      );
      if (error instanceof ApiError)
        form.setFields(
          error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<
            typeof form.setFields
          >[0],
        );
    },
  });
  const leave = () => (changed ? setLeaving(true) : onClose());
  return (
    <TabDrawer
      open
      closable={{ placement: 'end' }}
      size={600}
      title={file ? '编辑租户' : '新增租户'}
      mask={{ closable: !changed }}
      onClose={leave}
      footer={
        <div className="tenant-foot">
          <span role="status">{leaving ? '有未保存的修改' : ''}</span>
          {leaving ? (
            <>
              <Button onClick={() => setLeaving(false)}>继续填写</Button>
              <Button danger onClick={onClose}>
                放弃修改
              </Button>
            </>
          ) : (
            <>
              <Button onClick={leave}>取消</Button>
              <Button type="primary" loading={save.isPending} onClick={form.submit}>
                保存
              </Button>
            </>
          )}
        </div>
      }
    >
      <TenantForm
        form={form}
        initial={file ? formOf(file) : emptyForm}
        isNew={file === null}
        isPlatform={file?.id === '0'}
        problem={problem}
        onTyped={() => {
          setLeaving(false);
          setChanged(true);
        }}
        onSubmit={() => save.mutate()}
      />
    </TabDrawer>
  );
}
