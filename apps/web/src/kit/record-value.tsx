import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PhoneText } from '#ui/phone-text.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { PersonCell } from '#widgets/person/person-cell.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { cellOf, none, RevealCell, TagCell, valueText } from './cells.tsx';
import type { FormLook } from './form-fields.tsx';
import { useLinks } from './modules.ts';
import { filesIn, specOf, textOf, type AnyResource, type AnyRow } from './resource.ts';

const Structured = lazyPart(async () => (await import('./list-control.tsx')).Structured);
const SafeHtml = lazyPart(async () => (await import('#ui/safe-html.tsx')).SafeHtml);

interface Props {
  of: AnyResource;
  name: string;
  row: AnyRow;
  texts?: FormLook['texts'];
}

/** A value of a record in full: with unit, link, person, files, and the button that reveals an encrypted value. */
export function RecordValue({ of, name, row, texts }: Props) {
  const linkTo = useLinks();
  const spec = specOf(of, name);
  const value = row[name];
  const Text = texts?.[name];
  if (Text && !isEmptyValue(value)) return <Text value={value} row={row} />;
  const stored = spec.kind === 'files' ? filesIn(value) : [];
  if (stored.length > 0) return <Gallery files={stored} label={spec.label} />;
  if (spec.kind === 'rich')
    return (
      <Suspense fallback={<Skeleton height={120} />}>
        <SafeHtml html={textOf(value)} />
      </Suspense>
    );
  if (spec.list || spec.group) return <Structured spec={spec} value={value} />;
  if (spec.encrypted) return <RevealCell of={of} name={name} row={row} />;
  // A state is a coloured tag, a category is plain text.
  if (spec.dictionary && spec.kind === 'oneOf') return <TagCell of={of} name={name} row={row} />;
  if (spec.dictionary) return <>{valueText(spec, value, true) ?? none}</>;
  if (textOf(value).startsWith('/upms/file/')) return <StoredFile url={textOf(value)} label={spec.label} />;
  const { text, title, to, person } = cellOf(of, name, row, linkTo);
  if (person) return <PersonCell {...person} />;
  if (spec.kind === 'phone' && text !== null) return <PhoneText number={textOf(value)} />;
  if (to) return <Link to={to}>{text}</Link>;
  // A region shows its full path; numbers show their unit.
  return (spec.kind === 'region' ? title : typeof value === 'number' ? valueText(spec, value, true) : text) ?? none;
}
