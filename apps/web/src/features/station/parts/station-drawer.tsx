import { station, type Station } from '@anlan/contract/modules/station/resource';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { checked } from '#lib/checked.ts';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { createStation, readStation, stationKey, updateStation } from '../calls.ts';
import { changesOf, draftShape, filledOf, formOf, type FormValues } from '../rules.ts';
import { StationForm } from './station-form.tsx';

/** What the drawer is open for: a row to change, or a new one. */
export interface DrawerTarget {
  row: Station | null;
  /** The enterprise that a new one probably belongs to. */
  enterpriseId?: string | undefined;
}

interface Props {
  target: DrawerTarget | null;
  /** Whether the enterprise is to be chosen. */
  choose: boolean;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}

/** The drawer to enter or change a station. */
export function StationDrawer({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDrawer key={target.row?.id ?? 'new'} target={target} {...props} />;
}

function OpenDrawer({ target: { row, enterpriseId }, choose, onSaved, onClose }: Props & { target: DrawerTarget }) {
  const client = useQueryClient();
  const [form] = Form.useForm<FormValues>();
  const base: FormValues = row ? formOf(row) : { status: 'enabled', ...(enterpriseId ? { enterpriseId } : {}) };
  const name = `station-${row?.id ?? 'new'}`;
  const draft = useDraft({ form, name, shape: draftShape, base, version: row?.version ?? 0 });
  const guard = useGuard({ draft });
  const save = useSaving({
    form,
    row,
    begun: draft.version,
    onTaken: guard.onTaken,
    formOf,
    write: (values, base, version) =>
      row
        ? updateStation(checked(station.patch, { ...changesOf(base, values), id: row.id, version }))
        : createStation(checked(station.input, filledOf(values))),
    read: readStation,
    gone: '这个场站已被删除，无法保存',
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: stationKey });
      guard.clean();
      onSaved(row === null);
    },
  });
  return (
    <FormDrawer
      title={row ? '编辑场站' : '新增场站'}
      size={560}
      isSaving={save.isPending}
      guard={guard}
      undrafted="电话"
      onSave={form.submit}
      onClose={onClose}
    >
      <StationForm
        form={form}
        initial={draft.initial}
        save={save}
        choose={choose && row === null}
        onTyped={guard.onTyped}
      />
    </FormDrawer>
  );
}
