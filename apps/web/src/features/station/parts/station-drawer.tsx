import type { Station } from '@anlan/contract/domain/station';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useDirty } from '#ui/tab-scope.tsx';
import { formOf, type FormValues } from '../rules.ts';
import { StationForm } from './station-form.tsx';
import { useSave } from './use-save.ts';

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

/** The drawer to enter or change a station; the tab is marked while it holds unsaved input. */
export function StationDrawer({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDrawer key={target.row?.id ?? 'new'} target={target} {...props} />;
}

function OpenDrawer({ target: { row, enterpriseId }, choose, onSaved, onClose }: Props & { target: DrawerTarget }) {
  const [form] = Form.useForm<FormValues>();
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const save = useSave(form, row, () => onSaved(row === null));
  useDirty(changed);
  const leave = () => (changed ? setLeaving(true) : onClose());
  const initial = row ? formOf(row) : { status: 'enabled', ...(enterpriseId ? { enterpriseId } : {}) };
  return (
    <TabDrawer
      open
      closable={{ placement: 'end' }}
      size={560}
      title={row ? '编辑场站' : '新增场站'}
      mask={{ closable: !changed }}
      onClose={leave}
      footer={
        <div className="station-foot">
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
      <StationForm
        form={form}
        initial={initial}
        save={save}
        choose={choose && row === null}
        onTyped={() => {
          setLeaving(false);
          setChanged(true);
        }}
      />
    </TabDrawer>
  );
}
