import type { Inspector } from '@anlan/contract/modules/inspection/resource';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { OfficerPicks, twoOfficers } from '#widgets/officers-select.tsx';
import { offeredLists } from './calls.ts';
import '#kit/form.css';
import './start.css';

export interface StartValues {
  enterpriseId: string | null;
  title: string;
  kind: string;
  checklistId: string;
  place: string | null;
  inspectors: Inspector[];
}

interface Props {
  isRegulator: boolean;
  begin: {
    enterpriseId: string | null;
    enterpriseName?: string | null;
    kind?: string;
    title?: string;
    inspector: string;
  };
  problem: Error | null;
  isSaving: boolean;
  onStart: (values: StartValues) => void;
  onClose: () => void;
}

const needed = (message: string) => [{ required: true, whitespace: true, message }];
const peopleOf = (text: string): Inspector[] =>
  text
    .split(/[、,，;；\s]+/)
    .filter(Boolean)
    .map((name) => ({ name: name.slice(0, 30), paperNo: null }));

export function StartDrawer({ isRegulator, begin, problem, isSaving, onStart, onClose }: Props) {
  const [form] = Form.useForm<StartValues>();
  const [whose, setWhose] = useState(begin.enterpriseId);
  const lists = useQuery(offeredLists(whose));
  const isPlanned = begin.kind !== undefined;
  const selectList = (id: string) => {
    const list = lists.data?.find((one) => one.id === id);
    if (!list || isPlanned) return;
    form.setFieldValue('kind', list.kind);
    if (!form.getFieldValue('title')) form.setFieldValue('title', list.name);
  };
  return (
    <TabDrawer
      open
      size={520}
      title="开始检查"
      onClose={onClose}
      footer={
        <div className="kit-details-foot">
          <Button type="primary" loading={isSaving} onClick={form.submit}>
            开始检查
          </Button>
        </div>
      }
    >
      <Form<StartValues>
        form={form}
        className="kit-form"
        layout="vertical"
        scrollToFirstError={{ block: 'center', focus: true }}
        initialValues={{
          enterpriseId: begin.enterpriseId,
          kind: begin.kind ?? null,
          title: begin.title ?? '',
          place: null,
          inspectors: isRegulator ? [] : peopleOf(begin.inspector),
        }}
        onFinish={(values) => onStart({ ...values, place: values.place || null })}
      >
        {problem && <Alert type="error" showIcon title={problem.message} />}
        {isRegulator && isPlanned && (
          <p className="start-whose">
            受检企业：<b>{begin.enterpriseName}</b>
          </p>
        )}
        {isRegulator && !isPlanned && (
          <Form.Item name="enterpriseId" label="受检企业" rules={[{ required: true, message: '请选择受检企业' }]}>
            <EnterpriseSelect
              onChange={(next) => {
                setWhose(next);
                form.setFieldValue('inspectors', []);
              }}
            />
          </Form.Item>
        )}
        <Form.Item
          name="checklistId"
          label="检查表"
          rules={[{ required: true, message: '请选择检查表' }]}
          extra="检查按现在的版本进行，之后修改检查表不影响这次检查"
        >
          <Select
            placeholder="请选择"
            loading={lists.isPending}
            notFoundContent={lists.isSuccess ? '还没有可用的检查表，请先在“检查表”中新增' : '正在读取'}
            options={(lists.data ?? []).map(({ id, name, items, shared }) => ({
              value: id,
              label: `${name}（${items.length} 项${shared ? '' : '，本企业'}）`,
            }))}
            onChange={selectList}
          />
        </Form.Item>
        <Form.Item name="title" label="检查名称" rules={needed('检查名称不能为空')}>
          <Input maxLength={60} placeholder="如 节前消防安全检查" />
        </Form.Item>
        {!isPlanned && (
          <Form.Item name="kind" label="检查类型" rules={[{ required: true, message: '请选择检查类型' }]}>
            <DictSelect type="inspectionKind" />
          </Form.Item>
        )}
        <Form.Item name="place" label="检查场所">
          <Input maxLength={100} placeholder="如 一厂区" />
        </Form.Item>
        {isRegulator ? (
          <Form.Item
            name="inspectors"
            label="执法人员"
            rules={[twoOfficers]}
            validateTrigger="onSubmit"
            extra="检查须由两名执法人员进行；证件到期或不管辖该企业的不能选择"
          >
            <OfficerPicks enterpriseId={whose} withSelf />
          </Form.Item>
        ) : (
          <Form.List name="inspectors">
            {(fields, { add, remove }) => (
              <fieldset className="start-people">
                <legend>检查人员</legend>
                {fields.map(({ key, name }) => (
                  <div key={key}>
                    <Form.Item name={[name, 'name']} rules={needed('请填写姓名')}>
                      <Input aria-label={`检查人员 ${name + 1} 姓名`} maxLength={30} placeholder="姓名" />
                    </Form.Item>
                    <Button
                      type="text"
                      danger
                      disabled={fields.length === 1}
                      aria-label={`移除检查人员 ${name + 1}`}
                      onClick={() => remove(name)}
                    >
                      移除
                    </Button>
                  </div>
                ))}
                {fields.length < 9 && (
                  <Button type="link" size="small" onClick={() => add({ name: '', paperNo: null })}>
                    添加检查人员
                  </Button>
                )}
              </fieldset>
            )}
          </Form.List>
        )}
      </Form>
    </TabDrawer>
  );
}
