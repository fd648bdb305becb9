import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Select } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { giveRoles, roleChoices, userKey } from '../calls.ts';

interface Values {
  roleIds: string[];
}

/** Gives a person roles and nothing else: for those who run roles and not people. */
export function RolesDialog({ row, onClose }: { row: UserRow | null; onClose: () => void }) {
  return row ? <OpenRoles key={row.id} row={row} onClose={onClose} /> : null;
}

function OpenRoles({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const roles = useQuery(roleChoices(row.type));
  const renew = () => client.invalidateQueries({ queryKey: userKey });
  const give = useMutation({
    mutationFn: ({ roleIds }: Values) => giveRoles({ id: row.id, version: row.version, roleIds }),
    onSuccess: async () => {
      await renew();
      onClose();
      void message.success(`已保存“${row.nickName}”的角色，即时生效`);
    },
    onError: renew,
  });
  return (
    <TabModal
      open
      title={`授予“${row.nickName}”角色`}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: give.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="roles"
        className="user-form"
        layout="vertical"
        initialValues={{ roleIds: row.roleList.map(({ id }) => id) }}
        onFinish={(values) => give.mutate(values)}
      >
        {(give.error ?? roles.error) && (
          <Alert type="error" showIcon title={(give.error ?? roles.error)?.message ?? ''} />
        )}
        <p className="sub">
          {row.username}
          {row.organName ? `，${row.organName}` : ''}
          {row.entName ? `，${row.entName}` : ''}
        </p>
        <Form.Item name="roleIds" label="角色" extra="可授予您自己不持有的权限；保存后对方无需重新登录，审计中留有记录">
          <Select
            mode="multiple"
            placeholder="没有角色"
            loading={roles.isFetching}
            optionFilterProp="label"
            options={(roles.data ?? []).map(({ id, roleName, givable }) => ({
              value: id,
              label: roleName,
              disabled: !givable,
            }))}
          />
        </Form.Item>
      </Form>
    </TabModal>
  );
}
