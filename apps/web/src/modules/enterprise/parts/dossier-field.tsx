import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseField } from '@anlan/contract/modules/enterprise/fields';
import type { OrganNode } from '@anlan/contract/modules/user/user';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useHolds } from '#lib/person.ts';
import { useOrganisations } from '#widgets/organ-select.tsx';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { Reveal } from '#widgets/reveal.tsx';
import { isFormField, valueOf, type FormField } from '../rules.ts';
import { FieldText } from './field-text.tsx';

const sources: Readonly<Record<string, string>> = {
  apply: '企业申请',
  import: '表格导入',
  regulator: '监管录入',
  seed: '初始数据',
};
const wide = new Set(['prose', 'file', 'json']);

interface Props {
  field: EnterpriseField;
  row: Enterprise;
  /** Opens the form at the field; only where this person may change it. */
  onFill: ((name: FormField) => void) | undefined;
}

/** One field of the file; what completes it and is missing can be filled in from here. */
export function DossierField({ field, row, onFill }: Props) {
  const value = valueOf(row, field.name);
  const missing = value === null || value === '' || (Array.isArray(value) && value.length === 0 && !field.noneCounts);
  const { name } = field;
  return (
    <div className={wide.has(field.type) && !missing ? 'dossier-all' : ''}>
      <dt>{field.label}</dt>
      <dd>
        {missing && field.required !== 'no' && onFill && isFormField(name) ? (
          <Button type="link" size="small" onClick={() => onFill(name)} aria-label={`待补充 ${field.label}`}>
            待补充
          </Button>
        ) : name === 'licenceTo' && missing ? (
          '长期'
        ) : name === 'source' ? (
          (sources[row.source] ?? row.source)
        ) : name === 'officerId' ? (
          <Officer row={row}>
            <FieldText field={field} value={value} />
          </Officer>
        ) : name === 'authorityId' && value ? (
          <OrganName id={String(value)} />
        ) : name === 'regionCode' && row.regionName ? (
          row.regionName
        ) : name === 'townCode' && row.town ? (
          row.town
        ) : field.classified && typeof value === 'string' && !missing ? (
          <Reveal room="enterprise" id={row.id} field={name} label={field.label} masked={value} />
        ) : (
          <FieldText field={field} value={missing ? null : value} />
        )}
      </dd>
    </div>
  );
}

function OrganName({ id }: { id: string }) {
  const mayList = useHolds('sys:organ:index');
  const { data } = useOrganisations(mayList);
  return <>{nameIn(data ?? [], id) ?? '已指定'}</>;
}

function nameIn(tree: readonly OrganNode[], id: string): string | undefined {
  for (const node of tree) {
    const name = node.id === id ? node.name : nameIn(node.children, id);
    if (name !== undefined) return name;
  }
  return undefined;
}

function Officer({ row, children }: { row: Enterprise; children: ReactNode }) {
  return row.officerId && row.officerName ? (
    <PersonCell kind="user" id={row.officerId} name={row.officerName} />
  ) : (
    (row.officerName ?? children)
  );
}
