import { tenantInput, tenantPatch, type TenantDetails } from '@anlan/contract/modules/tenant/admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { checked } from '#lib/validate-input.ts';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { createTenant, tenantFile, tenantKey, updateTenant } from '../calls.ts';
import { draftShape, emptyForm, formOf, inputOf, patchOf, type FormValues } from '../rules.ts';
import { TenantForm } from './tenant-form.tsx';

export interface Made {
  id: string;
  name: string;
  username: string;
  password: string;
}
interface Props {
  /** The tenant to edit; null for a new tenant. */
  row: { readonly id: string } | null;
  onClose: () => void;
  onSaved: () => void;
  onMade: (made: Made) => void;
}

export function TenantDrawer(props: Props) {
  const { row } = props;
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...tenantFile(row?.id ?? ''),
    enabled: row !== null,
  });
  if (row === null) return <OpenDrawer key="new" file={null} {...props} />;
  // Show the form after the first fetch. If another person saves meanwhile, saving returns 409.
  if (data && isFetchedAfterMount) return <OpenDrawer key={row.id} file={data} {...props} />;
  return (
    <TabDrawer open size={600} title="编辑租户" onClose={props.onClose}>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <PageSkeleton />}
    </TabDrawer>
  );
}

function OpenDrawer({ file: read, onClose, onSaved, onMade }: Props & { file: TenantDetails | null }) {
  const client = useQueryClient();
  const [file] = useState(read);
  const [form] = Form.useForm<FormValues>();
  const base = file ? formOf(file) : emptyForm;
  const name = `tenant-${file?.id ?? 'new'}`;
  const draft = useDraft({ form, name, shape: draftShape, base, version: file?.version ?? 0 });
  const guard = useGuard({ draft });
  const save = useSaving({
    form,
    row: file,
    begun: draft.version,
    formOf,
    write: async (typed, _base, version) => {
      const values: FormValues = { ...emptyForm, ...typed };
      if (file) {
        await updateTenant({ ...checked(tenantPatch, patchOf(file, values)), version });
        return null;
      }
      const input = checked(tenantInput, inputOf(values));
      return { ...(await createTenant(input)), name: input.name };
    },
    gone: '这个租户已被删除，无法保存',
    onSaved: async (made) => {
      const renewed = client.invalidateQueries({ queryKey: tenantKey });
      // If an initial password was created, show it without waiting for the list refetch.
      if (made === null) await renewed;
      guard.clean();
      if (made) onMade(made);
      else onSaved();
    },
  });
  return (
    <FormDrawer
      title={file ? '编辑租户' : '新增租户'}
      size={600}
      isSaving={save.isPending}
      guard={guard}
      onSave={form.submit}
      onClose={onClose}
    >
      <TenantForm
        form={form}
        initial={draft.initial}
        isNew={file === null}
        isPlatform={file?.id === '0'}
        problem={save.problem}
        onTyped={guard.onTyped}
        onSubmit={save.submit}
      />
    </FormDrawer>
  );
}
