import { postKinds, type PostKind } from '@anlan/contract/modules/staff/resource';
import type { Audience } from '@anlan/contract/modules/learning/plan';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Select } from 'antd';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { departmentsOf } from './calls.ts';
import './plan.css';

const nobody: Audience = { everyone: false, postKinds: [], departments: [] };
const isPost = (value: string): value is PostKind => postKinds.some((kind) => kind === value);

export function AudienceControl({ value, onChange, id, row }: ControlProps & ControlField) {
  const form = Form.useFormInstance();
  const selectedEnterpriseId: unknown = Form.useWatch('enterpriseId', form);
  const enterpriseId = textOf(row?.['enterpriseId'] ?? selectedEnterpriseId) || undefined;
  const { data: departments = [] } = useQuery(departmentsOf(enterpriseId));
  // The form value is untyped. The form schema guarantees its shape.
  const audience = (value as Audience | null | undefined) ?? nobody;
  const put = (patch: Partial<Audience>) => onChange?.({ ...audience, ...patch });
  return (
    <div className="plan-audience" id={id}>
      <Checkbox checked={audience.everyone} onChange={({ target }) => put({ everyone: target.checked })}>
        全体人员（以后入职的自动加入）
      </Checkbox>
      {!audience.everyone && (
        <>
          <DictSelect
            type="postKind"
            multiple
            aria-label="岗位类别"
            placeholder="岗位类别，可多选"
            value={audience.postKinds}
            onChange={(kinds) => put({ postKinds: kinds.filter(isPost) })}
          />
          <Select
            mode="multiple"
            aria-label="部门"
            placeholder="部门，可多选"
            options={departments.map((name) => ({ value: name, label: name }))}
            value={audience.departments}
            onChange={(names: string[]) => put({ departments: names })}
          />
        </>
      )}
    </div>
  );
}
