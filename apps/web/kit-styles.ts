import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const home = join(dirname(createRequire(import.meta.url).resolve('antd/package.json')));
const owners = new Map<string, string>(
  readdirSync(join(home, 'es'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, name]),
);
// Where a class is not called after its component's folder.
for (const [prefix, owner] of Object.entries({
  btn: 'button',
  col: 'grid',
  row: 'grid',
  picker: 'date-picker',
  'picker-calendar': 'calendar',
  'select-tree': 'tree-select',
  otp: 'input',
  'float-btn': 'float-button',
  qrcode: 'qr-code',
  ribbon: 'badge',
  'scroll-number': 'badge',
}))
  owners.set(prefix, owner);

const injector = '/@rc-component/util/es/Dom/dynamicCSS.js';
const bare = 'csp,\n    prepend,';
const withNonce = `csp = { nonce: document.querySelector('meta[property=csp-nonce]')?.nonce },\n    prepend,`;

/** The rules of a style sheet, one by one; a media rule is one rule. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let [depth, from, quote] = [0, 0, ''];
  for (let at = 0; at < css.length; at += 1) {
    const letter = css.charAt(at);
    if (quote !== '') {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '{') depth += 1;
    else if (letter === '}' && --depth === 0) {
      rules.push(css.slice(from, at + 1));
      from = at + 1;
    }
  }
  return rules;
}

/** The component whose rule it is, by its first class; undefined for what belongs to all. */
function ownerOf(rule: string): string | undefined {
  const [, name = ''] = /^(?:@media[^{]*\{)?[^{]*?\.ant-([a-z-]+)/.exec(rule) ?? [];
  for (let parts = name.split('-'); parts.length > 0; parts = parts.slice(0, -1)) {
    const owner = owners.get(parts.join('-'));
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/**
 * A rule as the oldest browsers may have it (tools/floor.ts). Firefox 115 knows no :has: there its focus at least shows.
 * Where colours are not mixed, the rule before stands.
 */
function forOldest(rule: string): string {
  if (rule.includes('color-mix(')) return `@supports (color: color-mix(in srgb, red, blue)){${rule}}`;
  if (!rule.includes(':has(')) return rule;
  const plain = rule.replaceAll(/:has\([^()]*:focus-visible\)/g, ':focus-within');
  const gated = `@supports selector(:has(a)){${rule}}`;
  return plain.includes(':has(') ? gated : `${gated}@supports not selector(:has(a)){${plain}}`;
}

/**
 * The kit's prebuilt style sheet in pieces: each component brings its own rules into the chunk that uses it, and what
 * nobody uses stays out (1 MB in one piece would be a quarter of the first page). Order within a piece is kept.
 */
export function kitStyles(): Plugin {
  const pieces = new Map<string, string>();
  for (const rule of rulesOf(readFileSync(join(home, 'dist/antd.css'), 'utf8'))) {
    // Default values of the kit's own theme, and its cache notes: our theme writes its own.
    if (/^\.(css-var-_R_|data-ant-cssinjs)/.test(rule)) continue;
    const owner = ownerOf(rule) ?? 'all';
    pieces.set(owner, (pieces.get(owner) ?? '') + forOldest(rule));
  }
  return {
    name: 'kit-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'antd/dist/antd.css') return { id: '\0kit/all.css', moduleSideEffects: true };
      return id.startsWith('kit-styles/') ? { id: `\0kit/${id.slice(11)}`, moduleSideEffects: true } : undefined;
    },
    load(id) {
      return id.startsWith('\0kit/') ? (pieces.get(id.slice(5, -4)) ?? '') : undefined;
    },
    transform(code, id) {
      if (id.endsWith(injector)) {
        // Scroll locks and measurements forget the nonce that the kit itself hands on; without it they are blocked.
        if (!code.includes(bare)) this.error(`${injector} has changed: see how it takes a nonce now`);
        return { code: code.replace(bare, withNonce), map: null };
      }
      const [, component] = /\/antd\/es\/([^/]+)\/style\/index\.js$/.exec(id) ?? [];
      if (component === undefined || !pieces.has(component)) return undefined;
      return { code: `import 'kit-styles/${component}.css';\n${code}`, map: null };
    },
  };
}
