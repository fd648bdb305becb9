import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form } from 'antd';
import type { RowPart } from '#kit/actions.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { giveRoles, userKey } from '../calls.ts';
import { RolesSelect } from './person-controls.tsx';

interface Values {
  roleIds: string[];
}

/** Assigns roles to a user. For administrators who have no right to edit other user data. */
export const RolesDialog: RowPart<UserRow> = ({ row, onClose }) => {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
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
        className="kit-form"
        layout="vertical"
        initialValues={{ roleIds: row.roleList.map(({ id }) => id) }}
        onFinish={(values) => give.mutate(values)}
      >
        {give.error && <Alert type="error" showIcon title={give.error.message} />}
        <p className="sub">
          {row.username}
          {row.organName ? `，${row.organName}` : ''}
          {row.entName ? `，${row.entName}` : ''}
        </p>
        <Form.Item name="roleIds" label="角色" extra="可授予您自己不持有的权限；保存后对方无需重新登录，审计中留有记录">
          <RolesSelect type={row.type} />
        </Form.Item>
      </Form>
    </TabModal>
  );
};
