import { countText } from '@anlan/contract/domain/number-text';
import { chemical } from '@anlan/contract/modules/enterprise/fields';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { DictText } from '#widgets/dict-tag.tsx';
import { IndustryName } from '#widgets/industry-name.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { moneyText } from '#widgets/money.ts';
import { RegionName } from '#widgets/region-select.tsx';
import { enterpriseOne } from '../calls.ts';
import type { EnterpriseField } from '../rules.ts';

export function FieldText({ field, value }: { field: EnterpriseField; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="field-none">—</span>;
  if (Array.isArray(value)) return <ListText field={field} values={value} />;
  if (value instanceof Date) return <>{formatInstant(value)}</>;
  if (typeof value === 'boolean') return <>{field.words?.[String(value)]}</>;
  if (typeof value === 'number')
    return <>{field.kind === 'money' ? moneyText(value) : countText(value, field.unit ?? '')}</>;
  const text = String(value);
  if (field.dictionary) return <DictText type={field.dictionary} value={text} codes={field.codes} />;
  switch (field.kind) {
    case 'region':
      return <RegionName code={text} />;
    case 'industry':
      return <IndustryName code={text} />;
    case 'json':
      return text.startsWith('/') ? <StoredFile url={text} label={field.label} /> : <>{text}</>;
    case 'ref':
    case 'person':
      return field.refersTo === 'enterprise' ? <EnterpriseName id={text} /> : <>已指定</>;
    default:
      return <>{field.words?.[text] ?? text}</>;
  }
}

function ListText({ field, values }: { field: EnterpriseField; values: readonly unknown[] }) {
  if (values.length === 0) return <>无</>;
  if (field.dictionary) return <DictText type={field.dictionary} value={values.map(String)} />;
  const lines = values.map((value) => {
    const substance = chemical.safeParse(value).data;
    return substance
      ? [substance.name, substance.cas, substance.maxTonnes === null ? null : `${substance.maxTonnes} 吨`]
          .filter(Boolean)
          .join(' · ')
      : String(value);
  });
  return <>{lines.join('；')}</>;
}

function EnterpriseName({ id }: { id: string }) {
  const { data } = useQuery(enterpriseOne(id));
  return <>{data?.name ?? '已指定'}</>;
}
