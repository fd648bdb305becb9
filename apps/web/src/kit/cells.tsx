import { countText } from '@anlan/contract/domain/number-text';
import { formatInstant } from '@anlan/contract/domain/instant';
import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import type { FieldSpec } from '@anlan/contract/kit/field';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { FilesCell } from '#widgets/files/gallery.tsx';
import { moneyText } from '#widgets/money.ts';
import { PersonCell, type PersonOf } from '#widgets/person/person-cell.tsx';
import { Reveal } from '#widgets/reveal.tsx';
import type { LinkTo } from './modules.ts';
import { filesIn, namedText, specOf, textOf, type AnyResource, type AnyRow } from './resource.ts';
import './kit.css';

const personKinds: Readonly<Record<string, PersonOf['kind']>> = { user: 'user', employee: 'employee' };

export const none = <span className="kit-none">—</span>;

const lastName = (path: string) => path.split(' / ').at(-1) ?? path;
export interface CellText {
  text: ReactNode;
  title?: string;
  to?: string | null;
  person?: PersonOf;
}

/**
 * The value of a field as display text; null when empty. In a table the heading has the unit, so `withUnit` is false.
 */
export function valueText(spec: FieldSpec, value: unknown, withUnit: boolean): ReactNode {
  if (isEmptyValue(value)) return null;
  if (value instanceof Date) return formatInstant(value);
  if (typeof value === 'boolean') return spec.words?.[String(value)] ?? (value ? '是' : '否');
  if (typeof value === 'number') {
    if (spec.kind === 'money') return moneyText(value);
    if (spec.words?.[value] !== undefined) return spec.words[value];
    return countText(value, (withUnit && spec.unit) || '', spec.digits ?? 0);
  }
  if (spec.kind === 'files')
    return filesIn(value)
      .map(({ name }) => name)
      .join('、');
  const codes = Array.isArray(value) ? value.map(String) : textOf(value);
  if (spec.dictionary) return <DictText type={spec.dictionary} value={codes} {...codesOf(spec)} />;
  return [codes]
    .flat()
    .map((one) => spec.words?.[one] ?? one)
    .join('、');
}

const codesOf = ({ codes }: FieldSpec) => (codes ? { codes } : {});

export function cellOf(of: AnyResource, key: string, row: AnyRow, linkTo: LinkTo): CellText {
  const spec = specOf(of, key);
  const value = row[key];
  if (isEmptyValue(value)) return { text: null };
  const name = namedText(row, key, spec);
  if (spec.kind === 'region') return { text: lastName(name), title: name };
  const kind = personKinds[spec.refersTo ?? ''];
  if (kind && !spec.own) return { text: name, title: name, person: { kind, id: textOf(value), name } };
  if (spec.kind === 'ref' || spec.kind === 'person' || spec.kind === 'industry')
    return { text: name, title: name, to: spec.refersTo ? linkTo(spec.refersTo, textOf(value)) : null };
  const text = valueText(spec, value, false);
  return typeof text === 'string' ? { text, title: text } : { text };
}

export function OneCell({ text, title, to, person }: CellText) {
  if (text === null) return none;
  if (person) return <PersonCell {...person} />;
  return to ? (
    <Link className="list-cut" to={to} title={title}>
      {text}
    </Link>
  ) : (
    <span className="list-cut" title={title}>
      {text}
    </span>
  );
}

export const TwoCell = ({ first, second }: { first: CellText; second: CellText }) => (
  <span className="list-two">
    {first.person ? (
      <PersonCell {...first.person} />
    ) : first.to ? (
      <Link to={first.to} title={first.title}>
        {first.text}
      </Link>
    ) : (
      <span title={first.title}>{first.text ?? none}</span>
    )}
    {second.text !== null && <small title={second.title}>{second.text}</small>}
  </span>
);

export function TagCell({ of, name, row }: { of: AnyResource; name: string; row: AnyRow }) {
  const spec = specOf(of, name);
  const values = [row[name] ?? []].flat().map(String);
  if (spec.words && spec.tones)
    return values.map((value) => (
      <span key={value} className={`tag tone-${spec.tones?.[value] ?? 'grey'}`}>
        {spec.words?.[value] ?? value}
      </span>
    ));
  if (spec.words) return valueText(spec, row[name], true) ?? none;
  if (values.length === 0 || !spec.dictionary) return none;
  const { dictionary } = spec;
  return values.map((value) => <DictTag key={value} type={dictionary} value={value} {...codesOf(spec)} />);
}

export function InstantCell({ at }: { at: unknown }) {
  if (!(at instanceof Date)) return none;
  const whole = formatInstant(at);
  const [day, time] = whole.split(' ');
  return (
    <span className="list-two" title={whole}>
      <span>{day}</span>
      <small>{time?.slice(0, 5)}</small>
    </span>
  );
}

export function PicturesCell({ spec, value, pictured }: { spec: FieldSpec; value: unknown; pictured: boolean }) {
  const files = filesIn(value);
  return files.length > 0 ? <FilesCell files={files} label={spec.label} pictured={pictured} /> : none;
}

/** Cell of an encrypted field: shows the masked value; authorized users can reveal it (S79). */
export function RevealCell({ of, name, row }: { of: AnyResource; name: string; row: AnyRow }) {
  const masked = textOf(row[name]);
  if (masked === '') return none;
  const { as: room, fields } = of.reveals ?? { as: of.name, fields: [name] };
  if (!fields.includes(name)) return <OneCell text={masked} title={masked} />;
  return <Reveal room={room} id={row.id} field={name} label={specOf(of, name).label} masked={masked} />;
}
