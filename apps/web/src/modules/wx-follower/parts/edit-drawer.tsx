import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select } from 'antd';
import { ReferencePicker } from '#kit/modules.ts';
import { isOutdated } from '#lib/api-error.ts';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { followerTags, updateFollower, type WxFollower } from '../calls.ts';

interface Values {
  remark?: string | null;
  tags: string[];
  employeeId?: string | null;
}

/** Remark, tags and employee of a follower. */
export function EditDrawer({ follower, onClose }: { follower: WxFollower; onClose: () => void }) {
  const { id, version, nickName, remark, tags, employeeId, employeeName } = follower;
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const { data: known } = useQuery(followerTags());
  const save = useMutation({
    mutationFn: (values: Values) =>
      updateFollower({
        id,
        version,
        remark: values.remark?.trim() || null,
        tags: values.tags.map((tag) => tag.trim()).filter(Boolean),
        employeeId: values.employeeId ?? null,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['wx-follower'] });
      onClose();
    },
    onError: (error) => {
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: ['wx-follower'] });
    },
  });
  return (
    <TabDrawer
      open
      size={420}
      title={`编辑粉丝：${nickName}`}
      onClose={onClose}
      footer={
        <div className="form-drawer-foot">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </div>
      }
    >
      {save.error && <Alert type="error" showIcon title={save.error.message} />}
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ remark, tags, employeeId }}
        onFinish={(values) => save.mutate(values)}
      >
        <Form.Item name="remark" label="备注" extra="只有同事看得到">
          <Input maxLength={30} showCount />
        </Form.Item>
        <Form.Item
          name="tags"
          label="标签"
          rules={[
            {
              validator: async (_rule: unknown, value: string[]) => {
                if (value.some((tag) => [...tag].length > 20)) throw new Error('标签最多 20 个字');
              },
            },
          ]}
        >
          <Select
            mode="tags"
            maxCount={20}
            placeholder="输入后回车添加"
            options={(known ?? []).map(({ tag }) => ({ value: tag, label: tag }))}
          />
        </Form.Item>
        <Form.Item name="employeeId" label="对应员工" extra="绑定后聊天旁边会显示所在企业的隐患和快到期的证件">
          <ReferencePicker target="employee" placeholder="输入姓名查找" valueName={employeeName ?? undefined} />
        </Form.Item>
      </Form>
    </TabDrawer>
  );
}
