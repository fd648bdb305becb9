import type { UserType } from '@anlan/contract/modules/session/session';
import { userInput, userPatch, type UserRow } from '@anlan/contract/modules/user/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { checked } from '#lib/checked.ts';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { createUser, readUser, updateUser, userKey } from '../calls.ts';
import { changesOf, draftShape, formOf, typesOf, type FormValues } from '../rules.ts';
import type { IssuedPassword } from './one-time-password.tsx';
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
  onSaved: (given: IssuedPassword | null) => void;
  onClose: () => void;
}

/** The drawer to enter or change a person. */
export function UserDrawer({ target, ...props }: Props) {
  return target ? <OpenDrawer key={target.row?.id ?? 'new'} target={target} {...props} /> : null;
}

// The client encodes kinds of people itself: only what is typed is checked here.
const typedInput = userInput.shape;

async function create(values: FormValues, type: UserType): Promise<IssuedPassword> {
  const username = checked(typedInput.username, values.username);
  const nickName = checked(typedInput.nickName, values.nickName);
  const { password, endsAt } = await createUser({
    username,
    nickName,
    phone: checked(typedInput.phone, values.phone),
    email: values.email || null,
    type,
    organId: values.organId ?? null,
    roleIds: values.roleIds ?? [],
    ...(type === 'enterprise' ? { enterpriseIds: values.enterpriseIds ?? [] } : {}),
  });
  return { password, endsAt, username, name: nickName };
}

function OpenDrawer({ target: { row, given }, own, staff, onSaved, onClose }: Props & { target: DrawerTarget }) {
  const client = useQueryClient();
  const [form] = Form.useForm<FormValues>();
  const type = staff ? 'enterprise' : (typesOf(own)[0] ?? own);
  const base: FormValues = row ? formOf(row) : { type, roleIds: [], enterpriseIds: [], ...given };
  const name = `${staff ? 'staff' : 'user'}-${row?.id ?? 'new'}`;
  const draft = useDraft({ form, name, shape: draftShape, base, version: row?.version ?? 0 });
  const guard = useGuard({ draft });
  const save = useSaving({
    form,
    row,
    begun: draft.version,
    onTaken: guard.onTaken,
    formOf,
    write: async (values, base, version): Promise<IssuedPassword | null> => {
      if (!row) return create(values, values.type ?? type);
      await updateUser(checked(userPatch, { ...changesOf(base, values), id: row.id, version }));
      return null;
    },
    read: readUser,
    gone: '这个用户已被删除，无法保存',
    onSaved: async (made) => {
      const renewed = client.invalidateQueries({ queryKey: userKey });
      // A password is shown whatever becomes of the list.
      if (made === null) await renewed;
      guard.clean();
      onSaved(made);
    },
  });
  return (
    <FormDrawer
      title={row ? `编辑“${row.nickName}”` : staff ? '新增员工' : '新增用户'}
      size={560}
      isSaving={save.isPending}
      guard={guard}
      undrafted="手机号码和邮箱"
      onSave={form.submit}
      onClose={onClose}
    >
      <UserForm
        form={form}
        initial={draft.initial}
        row={row}
        own={own}
        staff={staff}
        save={save}
        onTyped={guard.onTyped}
      />
    </FormDrawer>
  );
}
