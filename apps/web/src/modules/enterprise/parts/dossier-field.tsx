import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { isRequiredForProfile } from '@anlan/contract/modules/enterprise/profile-rate';
import type { OrganNode } from '@anlan/contract/modules/user/user';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useHasPermit } from '#lib/current-user.ts';
import { useOrganisations } from '#widgets/organ-select.tsx';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { Reveal } from '#widgets/reveal.tsx';
import { isFormField, noneCounts, valueOf, type EnterpriseField, type FormField } from '../rules.ts';
import { FieldText } from './field-value.tsx';

const wide = new Set(['prose', 'json', 'list']);

interface Props {
  field: EnterpriseField;
  row: Enterprise;
  onFill: ((name: FormField) => void) | undefined;
}

export function DossierField({ field, row, onFill }: Props) {
  const value = valueOf(row, field.name);
  const missing =
    value === null || value === '' || (Array.isArray(value) && value.length === 0 && !noneCounts(field.name));
  const { name } = field;
  return (
    <div className={wide.has(field.kind) && !missing ? 'dossier-all' : ''}>
      <dt>{field.label}</dt>
      <dd>
        {missing && isRequiredForProfile(name) && onFill && isFormField(name) ? (
          <Button type="link" size="small" onClick={() => onFill(name)} aria-label={`待补充 ${field.label}`}>
            待补充
          </Button>
        ) : name === 'licenceTo' && missing ? (
          '长期'
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
        ) : field.encrypted && typeof value === 'string' && !missing ? (
          <Reveal room="enterprise" id={row.id} field={name} label={field.label} masked={value} />
        ) : (
          <FieldText field={field} value={missing ? null : value} />
        )}
      </dd>
    </div>
  );
}

function OrganName({ id }: { id: string }) {
  const mayList = useHasPermit('sys:organ:index');
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
