import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { isRequiredForProfile } from '@anlan/contract/modules/enterprise/profile-rate';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useHasPermit } from '#lib/current-user.ts';
import { OrganName } from '#widgets/organ-select.tsx';
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
  const mayListOrgans = useHasPermit('sys:organ:index');
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
        ) : name === 'authorityId' && value && mayListOrgans ? (
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

function Officer({ row, children }: { row: Enterprise; children: ReactNode }) {
  return row.officerId && row.officerName ? (
    <PersonCell kind="user" id={row.officerId} name={row.officerName} />
  ) : (
    (row.officerName ?? children)
  );
}
