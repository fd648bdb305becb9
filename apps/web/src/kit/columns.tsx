import { isStructured } from '@anlan/contract/kit/field-kind';
import type { FieldSpec } from '@anlan/contract/kit/field';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListColumn } from '#ui/list/columns.ts';
import { cellOf, InstantCell, OneCell, PicturesCell, RevealCell, TagCell, TwoCell } from './cells.tsx';
import type { LinkTo } from './modules.ts';
import { fieldsOf, shortLabel, specOf, textOf, titleOf, type AnyResource, type AnyRow } from './resource.ts';

export interface ColumnLook {
  width?: number;
  title?: string;
  align?: 'right';
  extra?: true;
  locked?: true;
  /** Whether a custom column shows its heading before the value on a phone. */
  named?: true;
}

export interface Column<K extends string = string, T = AnyRow> {
  readonly kind: 'title' | 'tag' | 'one' | 'two' | 'reveal' | 'pictures' | 'own';
  readonly keys: readonly K[];
  readonly look: ColumnLook;
  readonly own?: { readonly key: string; readonly sort?: K | undefined; readonly render: (row: T) => ReactNode };
}

export const columnKey = ({ keys: [key = ''], own }: Column): string => own?.key ?? key;

/** Column with the name of a row, and below it the field that distinguishes rows of the same name. */
export const title = (look: ColumnLook = {}): Column<never, unknown> => ({ kind: 'title', keys: [], look });
export const tag = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'tag',
  keys: [key],
  look,
});
export const one = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'one',
  keys: [key],
  look,
});
export const two = <const A extends string, const B extends string>(
  key: A,
  below: B,
  look: ColumnLook = {},
): Column<A | B, unknown> => ({ kind: 'two', keys: [key, below], look });
export const reveal = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'reveal',
  keys: [key],
  look,
});
export const pictures = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'pictures',
  keys: [key],
  look,
});
/** A custom column. `fields` are the fields that it shows: the export of the visible columns contains them. */
export const column = <T, const K extends string = never>(
  key: string,
  heading: string,
  render: (row: T) => ReactNode,
  { sort, fields = [], ...look }: ColumnLook & { sort?: K; fields?: readonly K[] } = {},
): Column<K, T> => ({ kind: 'own', keys: fields, look: { title: heading, ...look }, own: { key, sort, render } });

const widths: Partial<Record<FieldSpec['kind'], number>> = {
  ref: 200,
  person: 90,
  region: 100,
  industry: 120,
  boolean: 84,
  day: 112,
  instant: 108,
  phone: 124,
  creditCode: 180,
  serial: 150,
  files: 84,
};
const widthOf = ({ kind, max = 0 }: FieldSpec) =>
  kind === 'prose' || (kind === 'text' && max >= 60)
    ? 200
    : (widths[kind] ?? (kind === 'text' && max > 20 ? 120 : 104));
const isNumber = ({ kind }: FieldSpec) => kind === 'integer' || kind === 'decimal' || kind === 'money';
const heading = (spec: FieldSpec) => {
  const label = shortLabel(spec);
  // Some labels, such as 应修学时, already end with the unit; the heading must not repeat it.
  const isSaid = !isNumber(spec) || spec.kind === 'money' || !spec.unit || label.endsWith(spec.unit);
  return isSaid ? label : `${label}（${spec.unit}）`;
};
const isShown = ({ inputOnly, whole, kind }: FieldSpec) =>
  !inputOnly && !whole && kind !== 'rich' && !isStructured(kind);

export interface Viewer {
  several: boolean;
  linkTo: LinkTo;
  /** What a click on the row's name opens: an address, or a function to call. */
  opens?: ((row: AnyRow) => string | (() => void)) | undefined;
}

/** The columns of the page. The enterprise column is left out unless the rows belong to several enterprises. */
export const namedColumns = (of: AnyResource, named: readonly Column[], several: boolean): readonly Column[] =>
  named.filter(({ kind, keys: [key] }) => several || kind === 'own' || key === undefined || !specOf(of, key).own);

/** All columns of a list: those of the page, the last change, and every other field as a hidden column. */
export function columnsOf(of: AnyResource, named: readonly Column[], viewer: Viewer): ListColumn<AnyRow>[] {
  const there = new Set(named.flatMap(({ keys, own }) => [...keys, ...(own ? [own.key] : [])]));
  const rest = fieldsOf(of).flatMap(([key, spec]) =>
    there.has(key) || key === of.title || !isShown(spec) ? [] : [one(key, { extra: true })],
  );
  const shown = namedColumns(of, [...named, ...rest], viewer.several);
  const columns = shown.map((each) => wideEnough(listColumn(of, each, viewer)));
  const at = shown.findIndex(({ look }) => look.extra);
  if (!there.has('updatedAt') && of.sortable.includes('updatedAt'))
    columns.splice(at < 0 ? columns.length : at, 0, updatedAt);
  return columns;
}

const updatedAt: ListColumn<AnyRow> = {
  key: 'updatedAt',
  title: '更新时间',
  width: 108,
  sort: 'updatedAt',
  render: (row) => <InstantCell at={row['updatedAt']} />,
};

/** Widths in pixels for a heading: a Chinese character, a Latin letter, a space, the padding, the sort icon. */
const [ideograph, latin, gap, around, sign] = [13, 7, 4, 24, 13];
/** A heading does not wrap, so a column is at least as wide as its heading. */
function wideEnough(column: ListColumn<AnyRow>): ListColumn<AnyRow> {
  const { title, sort, width } = column;
  const letters = [...title].reduce(
    (sum, letter) => sum + (letter > '\u2e7f' ? ideograph : ' /'.includes(letter) ? gap : latin),
    around,
  );
  return { ...column, width: Math.max(width, letters + (sort ? sign : 0)) };
}

function listColumn(of: AnyResource, { kind, keys, look, own }: Column, viewer: Viewer): ListColumn<AnyRow> {
  const sorted = (key: string | undefined) => (key !== undefined && of.sortable.includes(key) ? { sort: key } : {});
  const extra = look.extra ? ({ extra: true } as const) : {};
  if (own) return { title: '', width: 120, ...look, key: own.key, ...sorted(own.sort), render: own.render };
  if (kind === 'title')
    return {
      key: of.title,
      title: of.label,
      width: 200,
      ...look,
      locked: true,
      ...sorted(of.title),
      render: (row) => <TitleCell of={of} row={row} opens={viewer.opens} />,
    };
  const [key = '', below] = keys;
  const spec = specOf(of, key);
  const beside = below === undefined ? undefined : specOf(of, below);
  const base = {
    key,
    title: [spec, ...(beside ? [beside] : [])].map(heading).join(' / '),
    width: kind === 'tag' ? 84 : Math.max(widthOf(spec), beside ? widthOf(beside) : 0),
    ...(isNumber(spec) && !beside ? { align: 'right' as const } : {}),
    ...look,
    ...sorted(key),
    ...extra,
  };
  const cell = (name: string, row: AnyRow) => cellOf(of, name, row, viewer.linkTo);
  if (kind === 'tag') return { ...base, render: (row) => <TagCell of={of} name={key} row={row} /> };
  if (kind === 'reveal') return { ...base, render: (row) => <RevealCell of={of} name={key} row={row} /> };
  if (below !== undefined)
    return { ...base, render: (row) => <TwoCell first={cell(key, row)} second={cell(below, row)} /> };
  if (spec.kind === 'files')
    return { ...base, render: (row) => <PicturesCell spec={spec} value={row[key]} pictured={kind === 'pictures'} /> };
  if (spec.kind === 'serial')
    return { ...base, render: (row) => <span className="kit-serial">{textOf(row[key])}</span> };
  if (spec.kind === 'instant') return { ...base, render: (row) => <InstantCell at={row[key]} /> };
  return { ...base, render: (row) => <OneCell {...cell(key, row)} /> };
}

export function TitleCell({
  of,
  row,
  opens,
  below,
}: { of: AnyResource; row: AnyRow; below?: string } & Pick<Viewer, 'opens'>) {
  const name = titleOf(of, row);
  const way = opens?.(row);
  const subtitle = below ?? (of.subtitle === undefined ? '' : textOf(row[of.subtitle]));
  return (
    <span className="list-two">
      {typeof way === 'string' ? (
        <Link className="list-name" to={way} title={name}>
          {name}
        </Link>
      ) : way ? (
        <button type="button" className="list-name kit-open" title={name} onClick={way}>
          {name}
        </button>
      ) : (
        <span className="list-name" title={name}>
          {name}
        </span>
      )}
      {subtitle && <small>{subtitle}</small>}
    </span>
  );
}
