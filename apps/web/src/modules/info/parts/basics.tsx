import type { OwnData } from '@anlan/contract/modules/user/own-data';
import { userType } from '@anlan/contract/modules/session/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useDirty } from '#ui/tab-context.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { DictText } from '#widgets/dict-tag.tsx';
import { overseenText } from '#widgets/overseen-regions.tsx';
import { ownKey, saveOwn } from '../calls.ts';
import { Portrait } from './portrait.tsx';
import { InfoSection } from './section.tsx';
import { useFailure } from './use-failure.ts';

interface Values {
  nickName: string;
  email: string;
}

export function Basics({ data }: { data: OwnData }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { sysUser, overseen, overseenNote } = useCurrentUser();
  const { type, entName } = sysUser;
  const [form] = Form.useForm<Values>();
  const [changed, setChanged] = useState(false);
  const failure = useFailure(form, ['nickName', 'email']);
  useDirty(changed);
  const start: Values = { nickName: data.nickName, email: data.email ?? '' };
  const save = useMutation({
    mutationFn: ({ nickName, email }: Values) => saveOwn({ nickName, email: email.trim() === '' ? null : email }),
    onMutate: failure.clear,
    onSuccess: async () => {
      void message.success('修改成功');
      setChanged(false);
      await client.invalidateQueries({ queryKey: ownKey });
    },
    onError: failure.show,
  });
  const facts = [
    ['用户名', data.username],
    ['用户类型', <DictText key="type" type="userType" value={type} codes={userType} />],
    ['角色', data.roleNames.join('、') || '未分配'],
    ...(type === 'enterprise' ? ([['当前企业', entName ?? '未绑定']] as const) : []),
    ['所属机构', data.organName ?? '未分配'],
    ...(type === 'regulator'
      ? ([['数据范围', overseen === null ? '全部' : overseenText(overseen, overseenNote)]] as const)
      : []),
  ] as const;
  return (
    <InfoSection name="basics">
      <div className="info-basics">
        <Portrait url={data.avatar} name={data.nickName} />
        <div className="info-basics-main">
          <Form<Values>
            form={form}
            name="own-basics"
            layout="vertical"
            className="info-form"
            initialValues={start}
            onValuesChange={(_, all: Values) =>
              setChanged(all.nickName !== start.nickName || all.email !== start.email)
            }
            onFinish={(values) => save.mutate(values)}
          >
            {failure.problem && <Alert type="error" showIcon title={failure.problem} />}
            <Form.Item
              name="nickName"
              label="昵称"
              rules={[{ required: true, whitespace: true, message: '昵称不能为空' }]}
            >
              <Input maxLength={30} autoComplete="nickname" />
            </Form.Item>
            <Form.Item name="email" label="邮箱" rules={[{ type: 'email', message: '邮箱格式不正确' }]}>
              <Input maxLength={100} autoComplete="email" inputMode="email" placeholder="未填写" />
            </Form.Item>
            <div className="info-buttons">
              <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!changed}>
                保存
              </Button>
              {changed && (
                <Button
                  onClick={() => {
                    form.setFieldsValue(start);
                    failure.clear();
                    setChanged(false);
                  }}
                >
                  还原
                </Button>
              )}
            </div>
          </Form>
          <dl className="info-facts">
            {facts.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </InfoSection>
  );
}
