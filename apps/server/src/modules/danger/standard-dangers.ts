// Standard dangers to pick from, and criteria of major dangers by trade, with document, edition and clause.
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  majorCriterion,
  standardDanger,
  type MajorCriterion,
  type StandardDanger,
} from '@anlan/contract/modules/danger/views';

const fileOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../data/${name}.json`, import.meta.url), 'utf8'));

const criteriaFile = z.object({
  documents: z.array(
    z.object({
      /** Kinds of supervision (dictionary supervisionKind) to which the standard danger applies; empty means all. */
      kinds: z.array(z.string()),
      trade: z.string(),
      document: z.string(),
      edition: z.string(),
      certain: z.boolean(),
      clauses: z.array(z.object({ code: z.string(), clause: z.string(), text: z.string() })),
    }),
  ),
});
const standardsFile = z.object({ dangers: z.array(standardDanger) });

interface Criterion extends MajorCriterion {
  readonly kinds: readonly string[];
}
const criteria: readonly Criterion[] = z
  .parse(criteriaFile, fileOf('major-danger-criteria'))
  .documents.flatMap(({ kinds, trade, document, edition, certain, clauses }) =>
    clauses.map((clause) => ({ ...clause, kinds, trade, document, edition, certain })),
  );
const standards: readonly StandardDanger[] = z.parse(standardsFile, fileOf('standard-dangers')).dangers;

export const criterionNamed = (code: string): MajorCriterion | undefined => criteria.find((one) => one.code === code);

export function criteriaFor(kind: string | null): MajorCriterion[] {
  const isOwn = ({ kinds }: Criterion) => kind !== null && kinds.includes(kind);
  return [...criteria.filter(isOwn), ...criteria.filter((one) => !isOwn(one))].map(({ kinds: _, ...criterion }) =>
    z.parse(majorCriterion, criterion),
  );
}

export const standardsFor = ({
  category = '',
  keyword = '',
}: {
  category?: string | undefined;
  keyword?: string | undefined;
}) => standards.filter((one) => (category === '' || one.category === category) && one.title.includes(keyword));
export const allStandards = standards;
