import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import { isRequiredForProfile } from '@anlan/contract/modules/enterprise/profile-rate';
import { Button } from 'antd';
import { none } from '#kit/cells.tsx';
import { RecordValue } from '#kit/record-value.tsx';
import type { AnyRow } from '#kit/resource.ts';
import { enterprises } from '../calls.ts';
import { isFormField, type EnterpriseField, type FormField } from '../rules.ts';
import { fieldTexts } from './field-texts.tsx';

const wide = new Set(['prose', 'json', 'list']);
/** What an empty value means. */
const emptyTexts: Readonly<Record<string, string>> = { licenceTo: '长期', hazardFeatures: '无' };

interface Props {
  field: EnterpriseField;
  row: AnyRow;
  onFill: ((name: FormField) => void) | undefined;
}

export function DossierField({ field: { name, kind, label }, row, onFill }: Props) {
  const value = row[name];
  const isMissing = isEmptyValue(value);
  const asks = isMissing && isRequiredForProfile(name) && !(name === 'hazardFeatures' && Array.isArray(value));
  return (
    <div className={wide.has(kind) && !isMissing ? 'dossier-all' : ''}>
      <dt>{label}</dt>
      <dd>
        {asks && onFill && isFormField(name) ? (
          <Button type="link" size="small" onClick={() => onFill(name)} aria-label={`待补充 ${label}`}>
            待补充
          </Button>
        ) : isMissing ? (
          asks ? (
            none
          ) : (
            (emptyTexts[name] ?? none)
          )
        ) : (
          <RecordValue of={enterprises.of} name={name} row={row} texts={fieldTexts} />
        )}
      </dd>
    </div>
  );
}
