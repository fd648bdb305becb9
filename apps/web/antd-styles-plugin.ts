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
// Class prefixes whose name differs from the folder of their component.
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

/** Splits a style sheet into rules; a media block is one rule. */
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

/** The component that owns a CSS rule, by the first class of the rule; undefined for shared rules. */
function ownerOf(rule: string): string | undefined {
  const [, name = ''] = /^(?:@media[^{]*\{)?[^{]*?\.ant-([a-z-]+)/.exec(rule) ?? [];
  for (let parts = name.split('-'); parts.length > 0; parts = parts.slice(0, -1)) {
    const owner = owners.get(parts.join('-'));
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/**
 * Rewrites a rule for the oldest supported browsers (tools/floor.ts). Firefox 115 lacks `:has`, so it shows a plain
 * focus ring. A browser without `color-mix` uses the previous rule.
 */
function forOldest(rule: string): string {
  if (rule.includes('color-mix(')) return `@supports (color: color-mix(in srgb, red, blue)){${rule}}`;
  if (!rule.includes(':has(')) return rule;
  const plain = rule.replaceAll(/:has\([^()]*:focus-visible\)/g, ':focus-within');
  const gated = `@supports selector(:has(a)){${rule}}`;
  return plain.includes(':has(') ? gated : `${gated}@supports not selector(:has(a)){${plain}}`;
}

/**
 * Splits the 1 MB style sheet of antd by component, so each chunk loads only the rules it needs. Rules of one component
 * stay in their order.
 */
export function kitStyles(): Plugin {
  const pieces = new Map<string, string>();
  for (const rule of rulesOf(readFileSync(join(home, 'dist/antd.css'), 'utf8'))) {
    // Skips antd's default theme values and its cache markers: the theme of this app sets its own values.
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
        // antd inserts the style element of its scroll lock without the nonce, so the CSP would block it. This plugin
        // adds the nonce.
        if (!code.includes(bare)) this.error(`${injector} has changed: see how it takes a nonce now`);
        return { code: code.replace(bare, withNonce), map: null };
      }
      const [, component] = /\/antd\/es\/([^/]+)\/style\/index\.js$/.exec(id) ?? [];
      if (component === undefined || !pieces.has(component)) return undefined;
      return { code: `import 'kit-styles/${component}.css';\n${code}`, map: null };
    },
  };
}
