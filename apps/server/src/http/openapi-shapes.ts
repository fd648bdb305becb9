// Named schemas of all inputs and answers for /openapi.json.
import * as z from 'zod/mini';
import { idVersion, withId } from '@anlan/contract/domain/fields';
import { isPage, findListCapabilities, type Call } from '@anlan/contract/http/call-table';

type Schema = z.core.$ZodType;
export type Json = z.core.JSONSchema.BaseSchema;

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;
const place = '#/components/schemas/';
const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

function subSchemasOf(schema: Schema): (readonly [field: string, schema: Schema])[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['', def.element]];
    case 'nullable':
    case 'optional':
      return [['', def.innerType]];
    case 'pipe':
      return [['', def.in]];
    case 'record':
      return [['', def.valueType]];
    case 'union':
      return def.options.map((option) => ['', option] as const);
    case 'intersection':
      return [
        ['', def.left],
        ['', def.right],
      ];
    default:
      return [];
  }
}

/** Finds the object schema in a schema: directly, in a union, list or codec. Returns null when there is none. */
function objectIn(schema: Schema): Schema | null {
  const def = defOf(schema);
  if (def.type === 'object') return Object.keys(def.shape).length > 0 ? schema : null;
  if (def.type === 'pipe') return objectIn(def.in) && schema;
  if (def.type === 'array') return objectIn(def.element);
  if (def.type === 'union') return def.options.every((option) => objectIn(option) === option) ? schema : null;
  return def.type === 'nullable' || def.type === 'optional' ? objectIn(def.innerType) : null;
}

function rowIn(schema: Schema): Schema | null {
  const def = defOf(schema);
  if (def.type === 'pipe') return rowIn(def.in);
  const records = def.type === 'object' ? def.shape['records'] : undefined;
  return records ? objectIn(records) : null;
}

/** Examples: `enterprise.page` → Enterprise, `access.rolePage` → AccessRole, `region.regionUpdate` → RegionUpdate. */
function baseOf(name: string): string {
  const [module = '', verb = ''] = name.split('.');
  const own = verb.replace(/(^p|P)age$/, '');
  return own !== '' && own.startsWith(module) ? capital(own) : capital(module) + capital(own);
}

/** Assigns names to every input and answer object, and to every shared or recursive object. */
function nameSchemas(calls: readonly { name: string; call: Call }[]) {
  const names = z.registry<{ id: string }>();
  const usedNames = new Set<string>();
  const give = (schema: Schema | null, wish: string) => {
    if (!schema || names.has(schema)) return;
    let id = wish;
    for (let n = 2; usedNames.has(id); n++) id = wish + n;
    usedNames.add(id);
    names.add(schema, { id });
  };
  give(idVersion, 'IdVersion');
  give(withId, 'WithId');
  const answers = calls.flatMap(({ name, call: { answer } }) =>
    'schema' in answer ? [{ base: baseOf(name), answer }] : [],
  );
  // Names a row schema after the list call of its own module, even when other calls use the schema too. The shortest
  // call name comes first.
  const pages = answers.filter(({ answer }) => isPage(answer)).toSorted((a, b) => a.base.length - b.base.length);
  for (const { base, answer } of pages) give(rowIn(answer.schema), `${base}Row`);
  for (const { base, answer } of pages) give(answer.schema, `${base}Page`);
  for (const { base, answer } of answers) give(objectIn(answer.schema), base);
  for (const { name, call } of calls)
    if (!findListCapabilities(call.input)) give(objectIn(call.input), `${baseOf(name)}Input`);

  const seen = new Set<Schema>();
  const impersonation = (schema: Schema, name: string) => {
    if (seen.has(schema)) return objectIn(schema) === schema && give(schema, name);
    seen.add(schema);
    const own = names.get(schema)?.id ?? name;
    for (const [field, inner] of subSchemasOf(schema)) impersonation(inner, own + capital(field));
    return undefined;
  };
  for (const { name, call } of calls) {
    impersonation(call.input, `${baseOf(name)}Input`);
    if ('schema' in call.answer) impersonation(call.answer.schema, baseOf(name));
    if (call.conflict) impersonation(call.conflict, baseOf(name));
  }
  return names;
}

function queryIn(input: Schema): Schema {
  const def = defOf(input);
  if (def.type !== 'pipe') return input;
  const before = queryIn(def.in);
  return defOf(before).type === 'object' ? before : queryIn(def.out);
}

export interface Shapes {
  input: Json;
  answer: Json;
  conflict: Json | null;
}
const nothing = z.null();

export function shapesOf(mounted: readonly { name: string; call: Call }[]) {
  const calls = mounted.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = nameSchemas(calls);
  // Puts all shapes into one object, so that lists and texts are generated too.
  for (const { name, call } of calls) {
    const input = findListCapabilities(call.input) ? queryIn(call.input) : call.input;
    const answer = 'schema' in call.answer ? call.answer.schema : nothing;
    names.add(z.object({ input, answer, conflict: call.conflict ?? nothing } as z.core.$ZodLooseShape), {
      id: `${name}()`,
    });
  }
  const { schemas } = z.toJSONSchema(names, {
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
    target: 'openapi-3.0',
    uri: (name) => `${place}${name}`,
  });
  const all = new Map<string, Json>(Object.entries(schemas).map(([name, { $id: _, ...shape }]) => [name, shape]));

  const fieldsIn = (json: Json): { properties: Record<string, Json>; required: string[] } => {
    const nameSchemas = json.$ref === undefined ? undefined : all.get(json.$ref.slice(place.length));
    const parts = [...(nameSchemas ? [nameSchemas] : []), ...(json.allOf ?? [])].map((part) => fieldsIn(part as Json));
    return {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), json.properties),
      required: [...parts.flatMap(({ required }) => required), ...(json.required ?? [])],
    };
  };
  return {
    fieldsIn,
    of(name: string, call: Call): Shapes {
      const { input = {}, answer = {}, conflict = {} } = fieldsIn(all.get(`${name}()`) ?? {}).properties;
      return { input, answer, conflict: call.conflict ? conflict : null };
    },
    usedIn(text: string): Record<string, Json> {
      const used = new Map<string, Json>();
      const look = (where: string) => {
        for (const [, name = ''] of where.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
          const shape = all.get(name);
          if (!shape || used.has(name)) continue;
          used.set(name, shape);
          look(JSON.stringify(shape));
        }
      };
      look(text);
      return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}
