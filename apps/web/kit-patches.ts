import type { Plugin } from 'vite';

const mends = [
  {
    // Every antd dialog imports one small form context. The normal import would load the whole form library on the
    // first page.
    file: '/antd/es/form/context.js',
    said: `from '@rc-component/form'`,
    meant: `from '@rc-component/form/es/FormContext'`,
  },
  {
    // To measure the scroll bar, antd inserts and removes a style element for each dialog. Each insertion makes the
    // browser recalculate all styles.
    file: '/@rc-component/util/es/getScrollBarSize.js',
    said: 'return measureScrollbarSize(target);',
    meant:
      'if (!measured.has(target)) measured.set(target, measureScrollbarSize(target));\n  return measured.get(target);',
  },
  {
    file: '/@rc-component/util/es/getScrollBarSize.js',
    said: 'let cached;',
    meant: 'let cached;\nconst measured = new WeakMap();',
  },
  {
    // antd shows a field error one render late. The patch shows it at once; hiding may stay delayed.
    file: '/antd/es/form/hooks/useDebounce.js',
    said: 'return cacheValue;',
    meant: 'return value.length > 0 ? value : cacheValue;',
  },
  {
    // antd measures every field at each render, which forces layout. The patch measures only a field with an error.
    file: '/antd/es/form/FormItem/ItemHolder.js',
    said: 'const isOnScreen = !!itemRef',
    meant: 'const isOnScreen = hasError && !!itemRef',
  },
  {
    // antd mounts the animation of the loading icon in every button, even in a button that never loads.
    file: '/antd/es/button/DefaultLoadingIcon.js',
    said: 'const visible = !!loading;',
    meant: 'const visible = !!loading;\n  const turned = React.useRef(false);\n  turned.current ||= visible;',
  },
  {
    file: '/antd/es/button/DefaultLoadingIcon.js',
    said: 'return /*#__PURE__*/React.createElement(CSSMotion, {',
    meant: 'if (!turned.current) return null;\n  return /*#__PURE__*/React.createElement(CSSMotion, {',
  },
];

/** Patches faults of antd that settings cannot fix. The build fails when the patched code has changed. */
export const kitPatches = (): Plugin => ({
  name: 'kit-mends',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const here = mends.filter(({ file }) => id.endsWith(file));
    if (here.length === 0) return undefined;
    let mended = code;
    for (const { file, said: original, meant } of here) {
      if (!mended.includes(original)) this.error(`${file} has changed: see whether it is still to be mended`);
      mended = mended.replace(original, meant);
    }
    return { code: mended, map: null };
  },
});
