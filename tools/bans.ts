// Finds constructions that the linter cannot find: SQL built from text (S30), calls that bypass the client (S39, S58),
// message events (S42), slow regular expressions (S65), SQL that reads the database's clock, questions for the operating
// system outside platform/host, and forced clicks in e2e tests.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, type Argument, type CallExpression, type Node } from 'oxc-parser';
import { isTest, lineAt, readTree, report, treeRoot, type SourceFile } from './source.ts';

const journeys = /^e2e\//;
const presses = new Set(['click', 'dblclick', 'check', 'uncheck', 'setChecked', 'hover', 'tap', 'fill', 'dragTo']);
const product = /^(apps|packages)\/[^/]+\/src\//;
const database = 'apps/server/src/platform/db/';
// apps/server/src/kit may build SQL from text, because its table and column names come from declarations, never from
// input.
const kit = 'apps/server/src/kit/';
const outbound = 'apps/server/src/platform/outbound/';
const host = 'apps/server/src/platform/host/';
/** What a program asks to learn its system or the numbers of its user. */
const systemQuestions = new Set(['platform', 'arch', 'getuid', 'getgid', 'userInfo']);
const globals = new Set(['globalThis', 'window', 'self', 'global']);
const senders = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'sendBeacon']);
/**
 * Files that may call each scope constructor. open-app.ts may call `createHttpScope` for start-up and periodic tasks.
 */
const minters = new Map([
  ['mintScope', /^apps\/server\/src\/(kernel\/|http\/guard)/],
  ['createHttpScope', /^apps\/server\/src\/(http\/guard|open-app\.ts$)/],
]);
// Tags of platform/db that run SQL.
const statementTags = new Set(['firstOf', 'hasRows', 'idsOf', 'rowsOf']);
// SQL reads the time from anlan_now() and anlan_clock(), which follow CLOCK_OFFSET; the queues have pgboss.job_now().
const databaseClock =
  /(?<![\w.])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/i;
const clockProblem = "SQL reads the server's clock: anlan_now() or anlan_clock()";
const server = 'apps/server/src/';
/** Its table is older than the functions. */
const beforeClock = `${database}migrate.ts`;
const migrations = 'apps/server/migrations';
/** Number of the migration that creates the functions. */
const clockMigration = 128;
const timers = new Set(['setTimeout', 'setInterval', 'setImmediate']);

const isText = (node: Argument | undefined): boolean =>
  node?.type === 'Literal' || (node?.type === 'TemplateLiteral' && node.expressions.length === 0);

const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : '');

const memberOf = ({ callee }: CallExpression): { object: Node; name: string } | undefined =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed
    ? { object: callee.object, name: callee.property.name }
    : undefined;

/** Whether a regular expression has nested repetition. With a long text such an expression can block the process. */
export function isSlowPattern(pattern: string): boolean {
  const groups: boolean[] = [false];
  let closed: boolean | undefined;
  for (let i = 0; i < pattern.length; i += 1) {
    const rest = pattern.slice(i);
    const repeats = /^(?:[*+]|\{\d+,\})/.test(rest);
    if (repeats) {
      if (closed) return true;
      groups[groups.length - 1] = true;
    }
    const was = closed;
    closed = undefined;
    if (rest.startsWith('\\')) i += 1;
    else if (rest.startsWith('[')) i += (/^\[(?:\\.|[^\]\\])*\]/.exec(rest)?.[0].length ?? 1) - 1;
    else if (rest.startsWith('(')) groups.push(false);
    else if (rest.startsWith(')')) {
      closed = groups.pop() ?? false;
      if (closed && groups.length > 0) groups[groups.length - 1] = true;
    } else if (/^\{\d+(?:,\d*)?\}/.test(rest)) i += rest.indexOf('}');
    else if (rest.startsWith('?') && was !== undefined) closed = undefined;
  }
  return false;
}

function findingsOf({ path, text, parsed, imports }: SourceFile): string[] {
  const violations: string[] = [];
  const say = (start: number, what: string) => violations.push(`${path}:${lineAt(text, start)}: ${what}`);
  const usesKysely = imports.some(({ specifier, typeOnly }) => specifier === 'kysely' && !typeOnly);
  const inDatabase = path.startsWith(database);
  const sqlNames = new Set<string>(['sql']);
  for (const { entries, moduleRequest } of parsed.module.staticImports)
    for (const { importName, localName } of entries) {
      if (moduleRequest.value === 'kysely' && importName.name === 'sql') sqlNames.add(localName.value);
      if (moduleRequest.value === 'node:os' && systemQuestions.has(importName.name ?? '') && !path.startsWith(host))
        say(localName.start, `${importName.name} of node:os stays in platform/host`);
      if (minters.get(importName.name ?? '')?.test(path) === false)
        say(localName.start, 'only http/guard mints such a scope');
      const runsSql = moduleRequest.value === '#platform/db/index.ts' && statementTags.has(importName.name ?? '');
      if (runsSql && !/[/-]store\.ts$/.test(path)) say(localName.start, 'SQL stays in *store.ts');
    }
  const readsClock = (sql: string) => path.startsWith(server) && path !== beforeClock && databaseClock.test(sql);
  const maySend = path.startsWith('apps/web/src/lib/') || path.startsWith(outbound);

  new Visitor({
    CallExpression(node) {
      const member = memberOf(node);
      const [first] = node.arguments;
      if (timers.has(member?.name ?? nameOf(node.callee)) && isText(first)) say(node.start, 'a timer runs no text');
      if (nameOf(node.callee) === 'RegExp' && !isText(first)) say(node.start, 'patterns are written, not put together');
      const listens = member ? member.name : nameOf(node.callee);
      const heard = first?.type === 'Literal' && first.value === 'message';
      if (listens === 'addEventListener' && heard && (member === undefined || globals.has(nameOf(member.object))))
        say(node.start, 'no window hears messages: siblings talk over BroadcastChannel');
      if (member === undefined || inDatabase) return;
      if (sqlNames.has(nameOf(member.object))) {
        if (member.name === 'raw' || member.name === 'lit') say(node.start, `sql.${member.name} stays in platform/db`);
        if (['ref', 'id', 'table'].includes(member.name) && !path.startsWith(kit) && !node.arguments.every(isText))
          say(node.start, `sql.${member.name} takes a written name: map the wire's name to a column`);
      }
      if (usesKysely && (member.name === 'key' || member.name === 'at') && !isText(first) && !isIndex(first))
        say(node.start, `.${member.name}() takes a written path`);
    },
    NewExpression(node) {
      const name = nameOf(node.callee);
      if (name === 'Function') say(node.start, 'text never becomes code');
      if (name === 'RegExp' && !isText(node.arguments[0])) say(node.start, 'patterns are written, not put together');
    },
    MemberExpression(node) {
      const name = node.property.type === 'Identifier' ? node.property.name : '';
      const object = nameOf(node.object);
      if (globals.has(object) && name === 'onmessage')
        say(node.start, 'no window hears messages: siblings talk over BroadcastChannel');
      if (object === 'process' && systemQuestions.has(name) && !path.startsWith(host))
        say(node.start, `process.${name} stays in platform/host`);
      if (!maySend && senders.has(name) && (globals.has(object) || object === 'navigator'))
        say(node.start, `${name} only in the web's lib and in platform/outbound`);
    },
    TemplateElement(node) {
      if (readsClock(node.value.raw)) say(node.start, clockProblem);
    },
    Literal(node) {
      if (
        typeof node.value === 'string' &&
        /\b(?:select|update|insert|delete)\b/i.test(node.value) &&
        readsClock(node.value)
      )
        say(node.start, clockProblem);
      if ('regex' in node && node.regex && isSlowPattern(node.regex.pattern)) say(node.start, 'a repeated repetition');
    },
  }).visit(parsed.program);
  return violations;
}

const isIndex = (node: Argument | undefined): boolean =>
  node?.type === 'UnaryExpression' && node.argument.type === 'Literal';

// Finds clicks by script, because they also work on elements that a user cannot reach: hidden or off screen.
function pressesOf({ path, text, parsed }: SourceFile): string[] {
  const violations: string[] = [];
  const say = (start: number) =>
    violations.push(`${path}:${lineAt(text, start)}: a journey presses with the mouse or the keys`);
  new Visitor({
    CallExpression(node) {
      const member = memberOf(node);
      if (member === undefined) return;
      const argumentText = text.slice(node.callee.end, node.end);
      if (member.name.startsWith('evaluate') && /\.(?:click|submit|requestSubmit)\(/.test(argumentText))
        say(node.start);
      if (member.name === 'dispatchEvent' && isText(node.arguments[0])) say(node.start);
      if (presses.has(member.name) && /\bforce: true\b/.test(argumentText)) say(node.start);
    },
  }).visit(parsed.program);
  return violations;
}

/** Migrations after the one that creates the functions. A comment may name the database's clock. */
const migrationFindings = (root: string): string[] =>
  readdirSync(join(root, migrations))
    .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > clockMigration)
    .filter((name) => databaseClock.test(readFileSync(join(root, migrations, name), 'utf8').replace(/--.*/g, '')))
    .map((name) => `${migrations}/${name}: ${clockProblem}`);

export const checkBans = (files: SourceFile[]): string[] => [
  ...files.filter(({ path }) => product.test(path) && !isTest(path)).flatMap(findingsOf),
  ...files.filter(({ path }) => journeys.test(path)).flatMap(pressesOf),
];

if (import.meta.main) report('bans', [...checkBans(readTree(treeRoot())), ...migrationFindings(treeRoot())]);
