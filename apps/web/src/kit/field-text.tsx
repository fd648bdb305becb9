import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { nameKey } from '@anlan/contract/kit/resource';
import { IndustryName } from '#widgets/industry-name.tsx';
import { RegionName } from '#widgets/region-select.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { none, valueText } from './cells.tsx';
import { Structured } from './list-control.tsx';
import { textOf, type Values } from './resource.ts';

interface Props {
  name: string;
  spec: FieldSpec;
  value: unknown;
  /** A row that has the names of its references. The text of any other reference is `unnamed`. */
  row?: Values;
  unnamed?: string;
}

/** Shows a value of any field as text. */
export function FieldText({ name, spec, value, row = {}, unnamed = '另一项' }: Props) {
  const text = textOf(value);
  if ((spec.list || spec.group) && !isEmptyValue(value)) return <Structured spec={spec} value={value} />;
  if (text.startsWith('/upms/file/')) return <StoredFile url={text} label={spec.label} />;
  if (spec.kind === 'region' && text) return <RegionName code={text} />;
  if (spec.kind === 'industry' && text) return <IndustryName code={text} />;
  if ((spec.kind === 'ref' || spec.kind === 'person') && text)
    return <>{(text === row[name] && textOf(row[nameKey(name)])) || unnamed}</>;
  return <>{valueText(spec, value, true) ?? none}</>;
}
