import { Fragment, type ReactNode } from 'react';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { cellOf, PicturesCell, TagCell } from './cells.tsx';
import { namedColumns, TitleCell, type Column, type Viewer } from './columns.tsx';
import { filesIn, namedText, ownerOf, shortLabel, specOf, textOf, type AnyResource, type AnyRow } from './resource.ts';

interface Props {
  of: AnyResource;
  named: readonly Column[];
  row: AnyRow;
  viewer: Viewer;
}

// Field kinds whose values are unclear without a label, such as days and numbers.
const bareKinds: ReadonlySet<string> = new Set(['day', 'instant', 'integer', 'decimal', 'money', 'boolean']);

const OwnLine = ({ heading, text }: { heading: string | undefined; text: ReactNode }) =>
  text === '—' || text === null ? null : (
    <div>
      {heading && <small>{heading} </small>}
      {text}
    </div>
  );

/** A row as a card, for phones. It shows the list columns: title, owner, tags, then one line for each other column. */
export function ResourceCard({ of, named, row, viewer }: Props) {
  const owner = viewer.several ? ownerOf(of) : undefined;
  const whose = owner && namedText(row, owner, specOf(of, owner));
  const code = of.subtitle === undefined ? '' : textOf(row[of.subtitle]);
  const shown = namedColumns(of, named, viewer.several).filter(
    ({ keys, look }) => (owner === undefined || keys[0] !== owner) && !look.extra,
  );
  const isCode = ({ kind, keys: [key = ''] }: Column) => kind === 'tag' || specOf(of, key).dictionary !== undefined;
  const fields = shown.filter(({ kind }) => kind !== 'title' && kind !== 'own');
  const texts = ({ keys, kind }: Column) =>
    keys.flatMap((key) => {
      const spec = specOf(of, key);
      if (spec.kind === 'files')
        return filesIn(row[key]).length > 0
          ? [<PicturesCell key={key} spec={spec} value={row[key]} pictured={kind === 'pictures'} />]
          : [];
      const { text, person } = cellOf(of, key, row, viewer.linkTo);
      if (text === null) return [];
      if (person) return [<PersonCell key={key} {...person} />];
      return [<span key={key}>{bareKinds.has(spec.kind) ? `${shortLabel(spec)} ${text}` : text}</span>];
    });
  const lines = fields.filter((each) => !isCode(each)).map((each) => [each.keys.join(), texts(each)] as const);
  return (
    <>
      <TitleCell of={of} row={row} opens={viewer.opens} below={[code, whose].filter(Boolean).join(' · ')} />
      <span className="kit-tags">
        {fields
          .filter(isCode)
          .map((each) =>
            each.kind === 'tag' ? (
              <TagCell key={each.keys.join()} of={of} name={each.keys[0] ?? ''} row={row} />
            ) : (
              <Fragment key={each.keys.join()}>{texts(each)}</Fragment>
            ),
          )}
      </span>
      {shown.map(
        ({ own, look }) =>
          own && <OwnLine key={own.key} heading={look.named ? look.title : undefined} text={own.render(row)} />,
      )}
      {lines.map(
        ([key, parts]) =>
          parts.length > 0 && (
            <small key={key} className="list-cut">
              {parts.map((part, at) => (
                <Fragment key={part.key}>
                  {at > 0 && ' · '}
                  {part}
                </Fragment>
              ))}
            </small>
          ),
      )}
    </>
  );
}
