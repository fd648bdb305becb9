import { chemical } from '@anlan/contract/modules/enterprise/enterprise';
import { Button, Form, Input, InputNumber } from 'antd';
import { Icon } from '#ui/icon.tsx';

const nameRule = {
  validator: async (_rule: unknown, value: unknown) => {
    const result = chemical.shape.name.safeParse(value ?? '');
    if (!result.success) throw new Error(result.error.issues[0]?.message);
  },
};

/** The dangerous chemicals kept on site, a line each. */
export function ChemicalsInput() {
  return (
    <Form.List name="chemicals">
      {(lines, { add, remove }) => (
        <div className="chemicals">
          {lines.map(({ key, name }) => (
            <div key={key} role="group" aria-label={`危险化学品 ${name + 1}`}>
              <Form.Item name={[name, 'name']} rules={[nameRule]} label="名称" required>
                <Input maxLength={60} />
              </Form.Item>
              <Form.Item name={[name, 'cas']} label="CAS 号">
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'maxTonnes']} label="最大存量">
                <InputNumber min={0} max={1e12} suffix="吨" />
              </Form.Item>
              <Button
                type="text"
                danger
                aria-label={`删除危险化学品 ${name + 1}`}
                icon={<Icon name="trash" size={16} />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button
            type="dashed"
            block
            icon={<Icon name="plus" size={16} />}
            disabled={lines.length >= 200}
            onClick={() => add({ name: '', cas: null, maxTonnes: null })}
          >
            添加危险化学品
          </Button>
        </div>
      )}
    </Form.List>
  );
}
