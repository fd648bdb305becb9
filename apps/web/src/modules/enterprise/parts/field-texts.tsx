import { useQuery } from '@tanstack/react-query';
import { FieldText as AnyText } from '#kit/field-text.tsx';
import { textOf } from '#kit/resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { OrganName } from '#widgets/organ-select.tsx';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { enterpriseOne } from '../calls.ts';
import type { EnterpriseField } from '../rules.ts';

interface Props {
  value: unknown;
  row: Readonly<Record<string, unknown>>;
}

function Parent({ value }: Props) {
  const { data } = useQuery(enterpriseOne(textOf(value)));
  return data?.name ?? '已指定';
}
const Authority = ({ value }: Props) => (useHasPermit('sys:organ:index') ? <OrganName id={textOf(value)} /> : '已指定');
const Officer = ({ value, row }: Props) => {
  const name = textOf(row['officerName']);
  return name === '' ? '已指定' : <PersonCell kind="user" id={textOf(value)} name={name} />;
};
/** Texts of fields whose value in a row is only an id or a code. */
export const fieldTexts = {
  parentId: Parent,
  authorityId: Authority,
  officerId: Officer,
  townCode: ({ row }: Props) => textOf(row['town']) || '已指定',
};

/** A value of a field outside a form. */
export function FieldText({ field, value }: { field: EnterpriseField; value: unknown }) {
  if (Array.isArray(value) && value.length === 0) return <>无</>;
  if (field.name === 'parentId' && value) return <Parent value={value} row={{}} />;
  return <AnyText name={field.name} spec={field} value={value} unnamed="已指定" />;
}
