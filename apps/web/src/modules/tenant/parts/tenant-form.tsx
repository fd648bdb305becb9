import { Alert, Form, Input, Select, Switch, type FormInstance } from 'antd';
import type { FormValues } from '../rules.ts';
import { LogoUpload } from './logo-upload.tsx';
import { RentedField } from './rented-field.tsx';
import { SmsFields } from './sms-fields.tsx';

interface Props {
  form: FormInstance<FormValues>;
  initial: FormValues;
  isNew: boolean;
  /** Whether this is the platform tenant. It cannot be restricted. */
  isPlatform: boolean;
  problem: string | null;
  onTyped: (change: FormValues) => void;
  onSubmit: () => void;
}

const filled = (message: string) => [{ required: true, whitespace: true, message }];

const Hosts = (props: { value?: string[]; onChange?: (hosts: string[]) => void; id?: string; placeholder: string }) => (
  <Select {...props} mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ', ';', '；']} />
);

export function TenantForm({ form, initial, isNew, isPlatform, problem, onTyped, onSubmit }: Props) {
  const whole = Form.useWatch('whole', form) ?? initial.whole ?? true;
  return (
    <Form<FormValues>
      form={form}
      layout="vertical"
      className="tenant-form"
      initialValues={initial}
      onValuesChange={onTyped}
      onFinish={onSubmit}
      scrollToFirstError={{ focus: true }}
    >
      {problem && <Alert type="error" showIcon title={problem} />}
      <Form.Item name="name" label="单位名称" rules={filled('单位名称不能为空')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      {isNew && (
        <section className="tenant-part">
          <h2>首任管理员</h2>
          <div className="tenant-two">
            <Form.Item name="nickName" label="姓名" rules={filled('管理员姓名不能为空')}>
              <Input maxLength={32} autoComplete="off" />
            </Form.Item>
            <Form.Item name="username" label="用户名" rules={filled('管理员用户名不能为空')}>
              <Input maxLength={32} autoComplete="off" />
            </Form.Item>
          </div>
          <p className="sub">保存后显示一次初始密码，首次登录须修改。</p>
        </section>
      )}
      <section className="tenant-part">
        <h2>门面</h2>
        <Form.Item name="logo" label="标志">
          <LogoUpload />
        </Form.Item>
        <Form.Item name="copy" label="版权信息">
          <Input maxLength={128} autoComplete="off" placeholder="如 © 2026 某区应急管理局" />
        </Form.Item>
        <div className="tenant-two">
          <Form.Item name="icp" label="备案号">
            <Input maxLength={128} autoComplete="off" />
          </Form.Item>
          <Form.Item name="tec" label="公安备案">
            <Input maxLength={128} autoComplete="off" />
          </Form.Item>
        </div>
        <Form.Item name="hosts" label="域名" extra="从这些域名打开时，直接选中本单位并显示它的名称和标志">
          <Hosts placeholder="如 aq.example.gov.cn，回车添加" />
        </Form.Item>
        <Form.Item name="genericHosts" label="通用域名" extra="直接选中本单位，但只显示通用名称，不显示标志">
          <Hosts placeholder="回车添加" />
        </Form.Item>
      </section>
      <SmsFields form={form} initial={initial} />
      {!isPlatform && (
        <section className="tenant-part">
          <h2>功能套餐</h2>
          <Form.Item name="whole" label="全部功能" valuePropName="checked" layout="horizontal">
            <Switch aria-label="全部功能" />
          </Form.Item>
          <Form.Item name="rented" hidden={whole} noStyle={whole}>
            <RentedField />
          </Form.Item>
          <p className="sub">用户、角色、机构和日志始终可用；收回的功能立即从菜单中消失，数据保留。</p>
        </section>
      )}
    </Form>
  );
}
