import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, type FormInstance } from 'antd';
import type { Values } from '#kit/resource.ts';
import { messageOf } from '#lib/api-error.ts';
import { companyByKeyword, industrySections } from '../calls.ts';
import {
  differingProposals,
  blankProposals,
  proposalsOf,
  proposedFields,
  registrationWarning,
  type Proposal,
  type ProposedField,
} from './proposals.ts';
import { fieldsByName } from '../rules.ts';
import { FieldText } from './field-texts.tsx';

interface Props {
  form: FormInstance<Values>;
  /** Called with the values of the company register that were filled in. */
  onTyped: (values: Values) => void;
}

const keywordOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function RegisterPanel({ form, onTyped }: Props) {
  // The panel subscribes to the values, so that other fields do not rerender.
  const watched: Values = Form.useWatch((values: Values) => values, { form, preserve: true }) ?? {};
  const look = useMutation({
    mutationFn: async (keyword: string) => {
      const facts = await companyByKeyword(keyword);
      return facts && { facts, proposals: proposalsOf(facts, await industrySections()) };
    },
  });
  const keyword = keywordOf(watched['creditCode']) || keywordOf(watched['name']);
  const take = (proposals: readonly Proposal[]) => {
    const values = Object.fromEntries(proposals.map(({ field, value }) => [field, value]));
    form.setFieldsValue(values);
    void form.validateFields(proposals.map(({ field }) => field)).catch(() => undefined);
    onTyped(values);
  };
  const { data, error, isPending } = look;
  const open = data ? differingProposals(data.proposals, watched) : [];
  const blanks = blankProposals(open, watched);
  const warning = data ? registrationWarning(data.facts) : null;
  return (
    <div className="register-panel">
      <Button size="small" disabled={keyword.length < 4} loading={isPending} onClick={() => look.mutate(keyword)}>
        查询工商信息
      </Button>
      <span className="form-hint" role="status">
        {error
          ? messageOf(error)
          : data === null
            ? '没有查到这家企业的工商信息，请核对名称或代码，或手工填写'
            : data
              ? open.length === 0
                ? '与工商登记一致'
                : `查到“${data.facts.name}”，逐项采用；没有采用的不改变`
              : keyword.length < 4
                ? '填写统一社会信用代码或企业全称后，可以查询'
                : ''}
      </span>
      {warning && <Alert type="warning" showIcon title={warning} />}
      {open.length > 0 && (
        <table aria-label="工商登记的内容">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">现在填写</th>
              <th scope="col">工商登记</th>
              <th scope="col">
                <span className="unseen">采用</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {open.map((proposal) => (
              <tr key={proposal.field}>
                <th scope="row">{proposedFields[proposal.field]}</th>
                <td>
                  <Typed field={proposal.field} value={watched[proposal.field]} />
                </td>
                <td>{proposal.shown}</td>
                <td>
                  <Button
                    size="small"
                    aria-label={`采用工商登记的${proposedFields[proposal.field]}`}
                    onClick={() => take([proposal])}
                  >
                    采用
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {blanks.length > 1 && (
        <Button size="small" type="primary" ghost onClick={() => take(blanks)}>
          填入 {blanks.length} 个空白项
        </Button>
      )}
    </div>
  );
}

function Typed({ field, value }: { field: ProposedField; value: unknown }) {
  const fieldSpec = fieldsByName.get(field);
  return fieldSpec ? <FieldText field={fieldSpec} value={value} /> : null;
}
