import { countText } from '@anlan/contract/domain/number-text';
import type { EnterpriseField } from '@anlan/contract/modules/enterprise/fields';
import { chemical } from '@anlan/contract/modules/enterprise/enterprise';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { DictText } from '#widgets/dict-tag.tsx';
import { IndustryName } from '#widgets/industry-name.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { moneyText } from '#widgets/money.ts';
import { RegionName } from '#widgets/region-select.tsx';
import { enterpriseOne } from '../calls.ts';
import { enterpriseColor, enterpriseStatus, riskLevel } from '@anlan/contract/modules/enterprise/codes';

const codes = { enterpriseStatus, enterpriseColor, riskLevel };
const codesOf = (dictionary: string) => Object.entries(codes).find(([name]) => name === dictionary)?.[1] ?? {};

/** A field's value in words for people; a dash where nothing is known. */
export function FieldText({ field, value }: { field: EnterpriseField; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="field-none">—</span>;
  if (Array.isArray(value)) return <ListText field={field} values={value} />;
  if (value instanceof Date) return <>{formatInstant(value)}</>;
  if (typeof value === 'boolean') return <>{value ? '已设置' : '未设置'}</>;
  if (typeof value === 'number')
    return <>{field.type === 'money' ? moneyText(value) : countText(value, field.unit ?? '')}</>;
  const text = String(value);
  switch (field.type) {
    case 'dictionary':
      return <DictText type={field.dictionary ?? ''} value={text} codes={codesOf(field.dictionary ?? '')} />;
    case 'region':
      return <RegionName code={text} />;
    case 'industry':
      return <IndustryName code={text} />;
    case 'file':
      return text.startsWith('/') ? <StoredFile url={text} label={field.label} /> : <>{text}</>;
    case 'reference':
      return field.refersTo === 'enterprise' ? <EnterpriseName id={text} /> : <>已指定</>;
    default:
      return <>{text}</>;
  }
}

function ListText({ field, values }: { field: EnterpriseField; values: readonly unknown[] }) {
  if (values.length === 0) return <>无</>;
  if (field.type === 'dictionary')
    return (
      <DictText type={field.dictionary ?? ''} value={values.map(String)} codes={codesOf(field.dictionary ?? '')} />
    );
  const lines = values.map((value) => {
    const kept = chemical.safeParse(value).data;
    return kept
      ? [kept.name, kept.cas, kept.maxTonnes === null ? null : `${kept.maxTonnes} 吨`].filter(Boolean).join(' · ')
      : String(value);
  });
  return <>{lines.join('；')}</>;
}

function EnterpriseName({ id }: { id: string }) {
  const { data } = useQuery(enterpriseOne(id));
  return <>{data?.name ?? '已指定'}</>;
}
