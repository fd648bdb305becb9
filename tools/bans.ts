// What the linter cannot see: SQL made of text (S30), ways around the client of calls (S39, S58), windows that hear
// messages (S42), slow patterns (S65), journeys that press what nobody could.
import { Visitor, type Argument, type CallExpression, type Node } from 'oxc-parser';
import { isTest, lineAt, readTree, report, treeRoot, type SourceFile } from './source.ts';

const journeys = /^e2e\//;
/** What a person does with something on a page; `force` does it also where nobody could. */
const presses = new Set(['click', 'dblclick', 'check', 'uncheck', 'setChecked', 'hover', 'tap', 'fill', 'dragTo']);
const product = /^(apps|packages)\/[^/]+\/src\//;
const database = 'apps/server/src/platform/db/';
// Names of tables and columns come from declarations there, never from what somebody sends.
const kit = 'apps/server/src/kit/';
const outbound = 'apps/server/src/platform/outbound/';
const globals = new Set(['globalThis', 'window', 'self', 'global']);
const senders = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'sendBeacon']);
/** Who may take which minter of scopes; open-app.ts has the HTTP layer's own housekeeping to start. */
const minters = new Map([
  ['mintScope', /^apps\/server\/src\/(kernel\/|http\/guard)/],
  ['createHttpScope', /^apps\/server\/src\/(http\/guard|open-app\.ts$)/],
]);
const timers = new Set(['setTimeout', 'setInterval', 'setImmediate']);

const isText = (node: Argument | undefined): boolean =>
  node?.type === 'Literal' || (node?.type === 'TemplateLiteral' && node.expressions.length === 0);

const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : '');

const memberOf = ({ callee }: CallExpression): { object: Node; name: string } | undefined =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed
    ? { object: callee.object, name: callee.property.name }
    : undefined;

/** Whether a pattern repeats what already repeats, so that one long text can hold the process. */
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
  const found: string[] = [];
  const say = (start: number, what: string) => found.push(`${path}:${lineAt(text, start)}: ${what}`);
  const usesKysely = imports.some(({ specifier, typeOnly }) => specifier === 'kysely' && !typeOnly);
  const inDatabase = path.startsWith(database);
  const sqlNames = new Set<string>(['sql']);
  for (const { entries, moduleRequest } of parsed.module.staticImports)
    for (const { importName, localName } of entries) {
      if (moduleRequest.value === 'kysely' && importName.name === 'sql') sqlNames.add(localName.value);
      if (minters.get(importName.name ?? '')?.test(path) === false)
        say(localName.start, 'only http/guard mints such a scope');
    }
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
      if (!maySend && senders.has(name) && (globals.has(object) || object === 'navigator'))
        say(node.start, `${name} only in the web's lib and in platform/outbound`);
    },
    Literal(node) {
      if ('regex' in node && node.regex && isSlowPattern(node.regex.pattern)) say(node.start, 'a repeated repetition');
    },
  }).visit(parsed.program);
  return found;
}

const isIndex = (node: Argument | undefined): boolean =>
  node?.type === 'UnaryExpression' && node.argument.type === 'Literal';

// A journey that presses from inside the page also presses what no person could reach: what is hidden, or off the screen.
function pressesOf({ path, text, parsed }: SourceFile): string[] {
  const found: string[] = [];
  const say = (start: number) =>
    found.push(`${path}:${lineAt(text, start)}: a journey presses with the mouse or the keys`);
  new Visitor({
    CallExpression(node) {
      const member = memberOf(node);
      if (member === undefined) return;
      const given = text.slice(node.callee.end, node.end);
      if (member.name.startsWith('evaluate') && /\.(?:click|submit|requestSubmit)\(/.test(given)) say(node.start);
      if (member.name === 'dispatchEvent' && isText(node.arguments[0])) say(node.start);
      if (presses.has(member.name) && /\bforce: true\b/.test(given)) say(node.start);
    },
  }).visit(parsed.program);
  return found;
}

/** Every banned construction in the product's code and in the journeys, one line each. */
export const checkBans = (files: SourceFile[]): string[] => [
  ...files.filter(({ path }) => product.test(path) && !isTest(path)).flatMap(findingsOf),
  ...files.filter(({ path }) => journeys.test(path)).flatMap(pressesOf),
];

if (import.meta.main) report('bans', checkBans(readTree(treeRoot())));
