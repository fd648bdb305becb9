import { isStructured } from '@anlan/contract/kit/field-kind';
import type { FieldSpec } from '@anlan/contract/kit/field';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListColumn } from '#ui/list/columns.ts';
import { cellOf, InstantCell, OneCell, PicturesCell, RevealCell, TagCell, TwoCell } from './cells.tsx';
import type { LinkTo } from './modules.ts';
import { fieldsOf, shortLabel, specOf, textOf, titleOf, type AnyResource, type AnyRow } from './resource.ts';

/** How a column differs from what its fields say. */
export interface ColumnLook {
  width?: number;
  title?: string;
  align?: 'right';
  /** Hidden until a person asks for it. */
  extra?: true;
  /** Of a column that the page draws: says nothing without its heading, which stands before it on a phone. */
  named?: true;
}

/** A column as a page names it: by keys of fields, or by what draws it. */
export interface Column<K extends string = string, T = AnyRow> {
  readonly kind: 'title' | 'tag' | 'one' | 'two' | 'reveal' | 'pictures' | 'own';
  readonly keys: readonly K[];
  readonly look: ColumnLook;
  /** Key and picture of a column that is no field's. */
  readonly own?: { readonly key: string; readonly sort?: K | undefined; readonly render: (row: T) => ReactNode };
}

/** The field that names a row, with the one that tells equal names apart below. */
export const title = (look: ColumnLook = {}): Column<never, unknown> => ({ kind: 'title', keys: [], look });
/** A code in the colour of its dictionary. */
export const tag = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'tag',
  keys: [key],
  look,
});
/** A field alone. */
export const one = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'one',
  keys: [key],
  look,
});
/** Two fields, the second small below the first. */
export const two = <const A extends string, const B extends string>(
  key: A,
  below: B,
  look: ColumnLook = {},
): Column<A | B, unknown> => ({ kind: 'two', keys: [key, below], look });
/** An encrypted field with the way to see it whole. */
export const reveal = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'reveal',
  keys: [key],
  look,
});
/** Stored files by the first picture and their number. */
export const pictures = <const K extends string>(key: K, look: ColumnLook = {}): Column<K, unknown> => ({
  kind: 'pictures',
  keys: [key],
  look,
});
/** A column that the page draws itself. */
export const column = <T, const K extends string = never>(
  key: string,
  heading: string,
  render: (row: T) => ReactNode,
  { sort, ...look }: ColumnLook & { sort?: K } = {},
): Column<K, T> => ({ kind: 'own', keys: [], look: { title: heading, ...look }, own: { key, sort, render } });

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
  // 应修学时 says its unit itself.
  const isSaid = !isNumber(spec) || spec.kind === 'money' || !spec.unit || label.endsWith(spec.unit);
  return isSaid ? label : `${label}（${spec.unit}）`;
};
/** Fields that no column of their own could show. */
const isShown = ({ inputOnly, whole, kind }: FieldSpec) =>
  !inputOnly && !whole && kind !== 'rich' && !isStructured(kind);

/** What columns know of whoever looks at them. */
export interface Viewer {
  /** Whether rows of several enterprises are seen. */
  several: boolean;
  linkTo: LinkTo;
  /** Where the name of a row leads: an address, or what is done with it. */
  opens?: ((row: AnyRow) => string | (() => void)) | undefined;
}

/** The columns that a page names, without whose the rows are where all are one's own; a title of its own first. */
export const namedColumns = (of: AnyResource, named: readonly Column[], several: boolean): readonly Column[] =>
  named.filter(({ keys: [key] }) => several || key === undefined || !specOf(of, key).own);

/** All columns of a list: those that the page names, when a row last changed, and what else there is, hidden. */
export function columnsOf(of: AnyResource, named: readonly Column[], viewer: Viewer): ListColumn<AnyRow>[] {
  const there = new Set(named.flatMap(({ keys, own }) => [...keys, ...(own ? [own.key] : [])]));
  const rest = fieldsOf(of).flatMap(([key, spec]) =>
    there.has(key) || key === of.title || !isShown(spec) ? [] : [one(key, { extra: true })],
  );
  const shown = namedColumns(of, [...named, ...rest], viewer.several);
  const columns = shown.map((each) => wideEnough(listColumn(of, each, viewer)));
  const at = shown.findIndex(({ look }) => look.extra);
  if (!there.has('updatedAt')) columns.splice(at < 0 ? columns.length : at, 0, updatedAt);
  return columns;
}

const updatedAt: ListColumn<AnyRow> = {
  key: 'updatedAt',
  title: '更新时间',
  width: 108,
  sort: 'updatedAt',
  render: (row) => <InstantCell at={row['updatedAt']} />,
};

/** Pixels of a letter in a heading, of what stands around it, and of the sign that it sorts. */
const [ideograph, latin, gap, around, sign] = [13, 7, 4, 24, 13];
/** A column is at least as wide as its heading, which is never broken and would cover the next one. */
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

/** The name of a row and what it opens. */
export function TitleCell({
  of,
  row,
  opens,
  below,
}: { of: AnyResource; row: AnyRow; below?: string } & Pick<Viewer, 'opens'>) {
  const name = titleOf(of, row);
  const way = opens?.(row);
  const said = below ?? (of.subtitle === undefined ? '' : textOf(row[of.subtitle]));
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
      {said && <small>{said}</small>}
    </span>
  );
}
