import { useQuery } from '@tanstack/react-query';
import { FieldText as AnyText } from '#kit/field-text.tsx';
import { textOf } from '#kit/resource.ts';
import { enterpriseOne } from '../calls.ts';
import type { EnterpriseField } from '../rules.ts';

export function FieldText({ field, value }: { field: EnterpriseField; value: unknown }) {
  if (Array.isArray(value) && value.length === 0) return <>无</>;
  if (field.refersTo === 'enterprise' && value) return <EnterpriseName id={textOf(value)} />;
  return <AnyText name={field.name} spec={field} value={value} unnamed="已指定" />;
}

function EnterpriseName({ id }: { id: string }) {
  const { data } = useQuery(enterpriseOne(id));
  return <>{data?.name ?? '已指定'}</>;
}
