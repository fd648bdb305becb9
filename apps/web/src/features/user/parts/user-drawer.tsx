import type { UserType } from '@anlan/contract/domain/session';
import type { UserRow } from '@anlan/contract/domain/user-admin';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useDirty } from '#ui/tab-scope.tsx';
import { formOf, typesOf, type FormValues } from '../rules.ts';
import type { Given } from './one-time-password.tsx';
import { useSave } from './use-save.ts';
import { UserForm } from './user-form.tsx';

/** What the drawer is open for: a person to change, or a new one with what is probably so. */
export interface DrawerTarget {
  row: UserRow | null;
  given?: FormValues;
}

interface Props {
  target: DrawerTarget | null;
  /** The caller's own kind of people. */
  own: UserType;
  /** Whether new people are staff of an enterprise, whatever the caller is. */
  staff: boolean;
  onSaved: (given: Given | null) => void;
  onClose: () => void;
}

/** The drawer to enter or change a person; the tab is marked while it holds unsaved input. */
export function UserDrawer({ target, ...props }: Props) {
  return target ? <OpenDrawer key={target.row?.id ?? 'new'} target={target} {...props} /> : null;
}

function OpenDrawer({ target: { row, given }, own, staff, onSaved, onClose }: Props & { target: DrawerTarget }) {
  const [form] = Form.useForm<FormValues>();
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const save = useSave(form, row, onSaved);
  useDirty(changed);
  const leave = () => (changed ? setLeaving(true) : onClose());
  const type = staff ? 'enterprise' : (typesOf(own)[0] ?? own);
  const initial = row ? formOf(row) : { type, roleIds: [], enterpriseIds: [], ...given };
  return (
    <TabDrawer
      open
      closable={{ placement: 'end' }}
      size={560}
      title={row ? `编辑“${row.nickName}”` : staff ? '新增员工' : '新增用户'}
      mask={{ closable: !changed }}
      onClose={leave}
      footer={
        <div className="user-foot">
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
      <UserForm
        form={form}
        initial={initial}
        row={row}
        own={own}
        staff={staff}
        save={save}
        onTyped={() => {
          setLeaving(false);
          setChanged(true);
        }}
      />
    </TabDrawer>
  );
}
