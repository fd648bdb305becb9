// Finds APIs and CSS in the built files that one of the oldest supported browsers lacks: Chromium 109, Safari 15.4,
// Firefox 115.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { report, treeRoot } from './source.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Methods and properties that one of the three browsers lacks. No other object has a member of that name. */
const members = new Set(
  words(`
    toSorted toReversed toSpliced toWellFormed isWellFormed checkVisibility isDisjointFrom isSubsetOf isSupersetOf
    symmetricDifference getOrInsert getOrInsertComputed setFromBase64 setFromHex toBase64 toHex waitAsync
    transferToFixedLength getFloat16 setFloat16 toTemporalInstant startViewTransition showPopover hidePopover
    togglePopover requestSubmit showPicker moveBefore setHTML setHTMLUnsafe adoptedStyleSheets
    caretPositionFromPoint roundRect createConicGradient requestIdleCallback scrollIntoViewIfNeeded getComposedRanges
    commandForElement popoverTargetElement requestFullscreen exitFullscreen fullscreenEnabled computedStyleMap
    attributeStyleMap ariaNotify throwIfAborted userActivation captureStackTrace`),
);
/** Static members that one of the browsers lacks, with the object name, because the member name alone is ambiguous. */
const statics = new Set(
  words(`
    Array.fromAsync Object.groupBy Map.groupBy Promise.try Promise.withResolvers RegExp.escape URL.canParse URL.parse
    AbortSignal.any AbortSignal.timeout Iterator.from Iterator.concat Iterator.zip Math.f16round Math.sumPrecise
    Error.isError Uint8Array.fromBase64 Uint8Array.fromHex Symbol.dispose Symbol.asyncDispose Intl.Segmenter
    Intl.DurationFormat CSS.registerProperty CSS.highlights Response.json navigator.permissions navigator.share
    screen.orientation`),
);
const globals = new Set(
  words(`
    Temporal Iterator DisposableStack AsyncDisposableStack SuppressedError Float16Array OffscreenCanvas
    CompressionStream DecompressionStream CSSStyleSheet CloseWatcher Highlight Observable TaskController scheduler
    cookieStore EyeDropper requestIdleCallback cancelIdleCallback TouchEvent ViewTransition URLPattern`),
);

const filled = new Set(
  words(`toSorted toReversed toWellFormed checkVisibility URL.canParse AbortSignal.any AbortSignal.timeout`),
);

/**
 * Files that may use a missing API, because they test for it first or work without it. Each entry: start of the file
 * name, API, reason.
 */
const guardedUses: readonly (readonly [RegExp, string, string])[] = [
  [/^index-/, 'captureStackTrace', 'the checker of schemas asks'],
  [/^(react|routes)-/, 'startViewTransition', 'asked, and only where a page wishes it'],
  [/^rich-text-editor-/, 'caretPositionFromPoint', 'the editor asks, and takes the older call'],
  [/^rich-text-editor-/, 'getComposedRanges', 'asked, of a shadow tree alone'],
  [/^(shell|palette)-/, 'fullscreenEnabled', 'no button where it is missing'],
  [/^shell-/, 'requestFullscreen', 'behind that button'],
  [/^player-/, 'fullscreenEnabled', 'no button where it is missing'],
  [/^player-/, 'requestFullscreen', 'behind that button'],
  [/^shell-/, 'exitFullscreen', 'behind that button'],
  [/^map-view-/, 'TouchEvent', 'the map asks'],
  [/^design-page-/, 'showPopover', 'what drags asks, and stands in the page without it'],
  [/^BenzAMRRecorder-/, 'exitFullscreen', 'named in what its compiler brings along, never called'],
];

const regexFault = (pattern: string, flags: string) => {
  if (/\(\?<[=!]/.test(pattern)) return 'a pattern that looks behind';
  if (flags.includes('v')) return 'a pattern of sets (v)';
  return /\(\?[ims]*-?[ims]+:/.test(pattern) ? 'a pattern with flags within' : null;
};

function inScript(file: string, text: string): string[] {
  const findings = new Set<string>();
  const say = (what: string) => {
    const isGuarded = guardedUses.some(([name, word]) => word === what && name.test(file));
    if (!filled.has(what) && !isGuarded) findings.add(`${file}: ${what}`);
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) say('cannot be read');
  new Visitor({
    MemberExpression(node) {
      const owner = node.object.type === 'Identifier' ? node.object.name : '';
      const name = node.property.type === 'Identifier' && !node.computed ? node.property.name : '';
      const whole = `${owner}.${name}`;
      if (statics.has(whole)) say(whole);
      else if (members.has(name)) say(name);
      else if (/^(window|globalThis|self)$/.test(owner) && globals.has(name)) say(name);
    },
    NewExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier') return;
      if (globals.has(callee.name)) say(`new ${callee.name}`);
      const pattern = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : '';
      const fault = callee.name === 'RegExp' ? regexFault(pattern, '') : null;
      if (fault !== null) say(fault);
    },
    Literal(node) {
      const fault = 'regex' in node && node.regex ? regexFault(node.regex.pattern, node.regex.flags) : null;
      if (fault !== null) say(fault);
    },
    StaticBlock: () => say('a static block'),
    VariableDeclaration({ kind }) {
      if (kind.endsWith('using')) say('using');
    },
    ImportAttribute: () => say('an import with attributes'),
  }).visit(program);
  if (text.includes('color-mix(') && !/\.supports\([^)]*color-mix\(/.test(text)) say('color-mix without a fallback');
  return [...findings];
}

/** CSS features that are allowed only inside an @supports test. */
const styles: readonly (readonly [string, RegExp])[] = [
  ['color-mix', /color-mix\(/],
  [':has', /:has\(/],
  ['a colour of a newer space', /\b(?:oklch|oklab|lab|lch|light-dark)\(|\bcolor\(|(?:rgb|hsl)a?\(\s*from\b/],
  ['a container query', /^@container\b/],
  ['a newer at-rule', /^@(?:scope|starting-style|property|position-try|view-transition|function|custom-media)\b/],
  ['a range of widths', /^@media[^{]*[<>]/],
  [
    'a newer selector',
    /:(?:popover-open|user-(?:in)?valid|dir\(|modal\b|state\(|open\b|active-view)|::(?:details-content|highlight|view-transition)/,
  ],
  ['rules within rules', /^&|[\s,>+~]&/],
  ['a newer function', /[\s:,(](?:round|mod|rem|sin|cos|tan|pow|sqrt|hypot|sign|abs|linear|anchor|calc-size|if)\(/],
  ['a newer unit', /\d(?:r?lh|rcap|cap|ric|rex|cq(?:w|h|i|b|min|max))\b/],
  ['a newer value', /\bsubgrid\b|:\s*(?:auto|normal) allow-discrete/],
  [
    'a newer property',
    /^(?:anchor-name|position-anchor|field-sizing|interpolate-size|animation-timeline|view-transition-name)\b/,
  ],
];

/** CSS that is allowed without a test: without it the page only looks plainer, or an earlier declaration applies. */
const allowedStyles: readonly RegExp[] = [
  // Without this rule, steps are shown without a progress ring.
  /^@container style\(--ant-steps|^--ant-cmp-steps-icon-size-ptg/,
  // Without this rule, a text field has a fixed size and scrolls.
  /^field-sizing: ?content$/,
  // Size of the picture in the viewer. Without this rule, the declaration before it applies (100%).
  /^max-(?:width|height): ?100cq[wh]$/,
];

function* piecesOf(css: string): Generator<{ text: string; under: string[] }> {
  const under: string[] = [];
  let [from, quote, round] = [0, '', 0];
  for (let at = 0; at < css.length; at += 1) {
    const letter = css.charAt(at);
    if (quote !== '') {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = '';
      continue;
    }
    if (letter === '"' || letter === "'") quote = letter;
    if (letter === '(') round += 1;
    if (letter === ')') round -= 1;
    if (round > 0 || !/[{};]/.test(letter)) continue;
    // Removes quoted text, such as an inline image, because it is no CSS rule.
    const text = css
      .slice(from, at)
      .replace(/"[^"]*"|'[^']*'/g, '""')
      .trim();
    from = at + 1;
    if (text !== '') yield { text, under: [...under] };
    if (letter === '{') under.push(text);
    if (letter === '}') under.pop();
  }
}

function inStyle(file: string, css: string): string[] {
  const findings = new Set<string>();
  for (const { text, under } of piecesOf(css.replace(/\/\*[\s\S]*?\*\//g, ''))) {
    if (text.startsWith('@supports') || allowedStyles.some((pattern) => pattern.test(text))) continue;
    for (const [what, pattern] of styles)
      if (pattern.test(text) && !under.some((head) => head.startsWith('@supports') && pattern.test(head)))
        findings.add(`${file}: ${what}: ${text.slice(0, 100)}`);
  }
  return [...findings];
}

export function checkFloor(dist: string): string[] {
  const folders = ['', 'assets'].filter((folder) => existsSync(join(dist, folder)));
  return folders.flatMap((folder) =>
    readdirSync(join(dist, folder))
      .sort()
      .flatMap((file) => {
        const read = () => readFileSync(join(dist, folder, file), 'utf8');
        if (file.endsWith('.js')) return inScript(file, read());
        return file.endsWith('.css') ? inStyle(file, read()) : [];
      }),
  );
}

if (import.meta.main) report('floor', checkFloor(join(treeRoot(), 'apps/web/dist')));
