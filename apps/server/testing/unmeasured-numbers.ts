// Numbers in answers that no measure declares. Entries may only disappear: a new number is declared as a measure.
import { measures } from '@anlan/contract/modules';
import { send } from './client.ts';
import type { TestApp } from './app.ts';

interface Shape {
  $ref?: string;
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  additionalProperties?: Shape | boolean;
}
interface Document {
  paths: Record<string, { get?: { operationId: string; responses: Record<string, Response> } }>;
  components: { schemas: Record<string, Shape> };
}
interface Response {
  content?: Record<string, { schema: Shape }>;
}

/**
 * Paths of the numbers in an answer. Figures name their measure. A page and a row show fields of rows, which are no
 * measures.
 */
function numbersIn(shape: Shape | undefined, path: string, { components }: Document, outer: Shape[] = []): string[] {
  const here = shape?.$ref === undefined ? shape : components.schemas[shape.$ref.split('/').at(-1) ?? ''];
  if (!here || outer.includes(here)) return [];
  const next = (inner: Shape | undefined, at: string) =>
    numbersIn(inner, at, { components, paths: {} }, [...outer, here]);
  const { properties = {}, additionalProperties: rest } = here;
  const isFigure = properties['measure'] && properties['partHref'];
  const isPage = properties['records'] && properties['total'];
  if (isFigure || isPage || properties['id'] || properties['version']) return [];
  return [
    ...(here.type === 'integer' || here.type === 'number' ? [path] : []),
    ...[...(here.anyOf ?? []), ...(here.oneOf ?? []), ...(here.allOf ?? [])].flatMap((one) => next(one, path)),
    ...Object.entries(properties).flatMap(([key, inner]) => next(inner, `${path}.${key}`)),
    ...next(here.items, `${path}[]`),
    ...(typeof rest === 'object' ? next(rest, `${path}.*`) : []),
  ];
}

/** The field of a place and the fields that hold the parts of a share. */
function fieldsAt(place: string): string[] {
  const [path = '', parts = ''] = place.replace(/[@?].*/, '').split('=');
  const names = path.split('.');
  // The answer or an object in it may hold a part.
  const holders = names.slice(2).map((_, at) => names.slice(0, at + 2).join('.'));
  return [path, ...holders.flatMap((holder) => parts.split('/').map((field) => `${holder}.${field}`))];
}

/** Number of numbers without a measure, by call. */
export async function numbersWithoutMeasure(app: TestApp): Promise<Map<string, number>> {
  // The cast is safe: the server built the document.
  const document = (await send(app, 'GET', '/openapi.json')).json as Document;
  const places = new Set(measures.flatMap((one) => (one.places ?? []).flatMap(fieldsAt)));
  const counts = new Map<string, number>();
  for (const { get } of Object.values(document.paths)) {
    const data = get?.responses['200']?.content?.['application/json']?.schema.properties?.['data'];
    if (!get || counts.has(get.operationId)) continue;
    const numbers = new Set(numbersIn(data, get.operationId, document));
    counts.set(get.operationId, [...numbers].filter((path) => !places.has(path)).length);
  }
  return new Map([...counts].filter(([, count]) => count > 0));
}

const ofRecord = 'fields of one record or of one of its parts';
const ofRule = 'a limit or a rule, not a count of rows';

/** Numbers by call, with the reason. */
export const unmeasured: Readonly<Record<string, readonly [numbers: number, reason: string]>> = {
  'access.protection': [1, ofRule],
  'certificate.rate': [2, 'parts of the figure beside them'],
  'classSession.code': [4, ofRecord],
  'contentInfo.agreedByUnit': [1, 'agreements of another tenant, whose names only that tenant sees'],
  'danger.standards': [1, ofRule],
  'dictionary.regionChildren': [1, ofRule],
  'dictionary.regionSearch': [1, ofRule],
  'dictionary.regionTowns': [1, ofRule],
  'document.category': [1, ofRecord],
  'document.sheet': [2, ofRecord],
  'employee.staffing': [1, ofRule],
  'enterprise.joinedByKind': [2, 'parts of the figure beside them'],
  'enterprise.map': [11, 'marks in the visible part of the map, which no list filters'],
  'enterprise.perfectByKind': [2, 'parts of the figure beside them'],
  'enterprise.regionRanking': [3, 'coordinates'],
  'enterprise.statisticsCount': [5, 'colours at the end of earlier months, whose rows have changed since'],
  'home.enterprise': [1, ofRule],
  'inspectionPlan.coverage': [1, 'the requested year'],
  'learning.examReview': [2, ofRecord],
  'learning.record': [7, ofRecord],
  'membership.myservice': [4, ofRule],
  'notice.redDot': [2, 'unread messages, which no list filters'],
  'order.balance': [3, 'the stored result of one check'],
  'order.refundPreview': [8, ofRecord],
  'pageDesign.editions': [2, ofRecord],
  'report.sheet': [11, 'figures that name their measure, and the number of the edition'],
  'riskPoint.library': [3, ofRule],
  'score.card': [16, ofRecord],
  'score.onDay': [8, ofRecord],
  'session.factorState': [1, ofRecord],
  'shift.board': [2, ofRecord],
  'user.changePhone': [1, ofRule],
  'user.info': [2, ofRecord],
  'user.setting': [1, ofRule],
  'warning.digests': [5, 'counts of an earlier day, whose rows have changed since'],
  'wxFollower.facts': [1, 'danger.open of one enterprise, which the page names'],
  'wxFollower.tags': [1, 'options of a filter'],
  'wxMaterial.page': [4, ofRecord],
  'wxMaterial.quota': [2, ofRule],
  'wxMessage.conversation': [2, ofRecord],
  'wxMessage.unread': [3, 'unread messages, which no list filters'],
};
