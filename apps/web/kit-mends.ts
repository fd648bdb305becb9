import type { Plugin } from 'vite';

const mends = [
  {
    // Every dialog takes one small context of the forms; the kit's way to it brings all of them to the first page.
    file: '/antd/es/form/context.js',
    said: `from '@rc-component/form'`,
    meant: `from '@rc-component/form/es/FormContext'`,
  },
  {
    // Every dialog put a sheet of styles in and took it out again, to learn once more how wide the same bar is: the
    // browser asks all that is on the page anew whether the sheet means it.
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
    // What is wrong with a field was told one drawing later than it was known; that it no longer is may wait.
    file: '/antd/es/form/hooks/useDebounce.js',
    said: 'return cacheValue;',
    meant: 'return value.length > 0 ? value : cacheValue;',
  },
  {
    // Each drawing of a field had the whole page laid out, to learn whether it is seen: only one with an error needs it.
    file: '/antd/es/form/FormItem/ItemHolder.js',
    said: 'const isOnScreen = !!itemRef',
    meant: 'const isOnScreen = hasError && !!itemRef',
  },
  {
    // Every button had the motion of a turning ring that it may never show.
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

/** Small faults of the kit that its settings cannot mend; the build fails when one is no longer as it was. */
export const kitMends = (): Plugin => ({
  name: 'kit-mends',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const here = mends.filter(({ file }) => id.endsWith(file));
    if (here.length === 0) return undefined;
    let mended = code;
    for (const { file, said, meant } of here) {
      if (!mended.includes(said)) this.error(`${file} has changed: see whether it is still to be mended`);
      mended = mended.replace(said, meant);
    }
    return { code: mended, map: null };
  },
});
