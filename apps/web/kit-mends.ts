import type { Plugin } from 'vite';

const mends = [
  {
    // Every dialog takes one small context of the forms; the kit's way to it brings all of them to the first page.
    file: '/antd/es/form/context.js',
    said: `from '@rc-component/form'`,
    meant: `from '@rc-component/form/es/FormContext'`,
  },
  {
    // Whole points where columns have parts of one: the head stands beside its columns when a hidden table shows again.
    file: '/@rc-component/table/es/Body/MeasureCell.js',
    said: 'cellRef.current.offsetWidth',
    meant: 'cellRef.current.getBoundingClientRect().width',
  },
  {
    // As whole as what watches it tells: else the first return of a hidden table draws all of its rows anew.
    file: '/@rc-component/table/es/Table.js',
    said: 'fullTableRef.current?.offsetWidth ?? 0',
    meant: 'fullTableRef.current?.getBoundingClientRect().width ?? 0',
  },
  {
    // Every return of a hidden table put a sheet of styles in and took it out again, to learn once more how wide the
    // same bar is: the browser asks all that is on the page anew whether the sheet means it.
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
    // Three effects a cell that each bring a second one which nobody asks: it says whether the first is the first.
    file: '/@rc-component/context/es/context.js',
    said: `import { isEqual, useEvent, useLayoutEffect } from '@rc-component/util';\nimport * as React from 'react';`,
    meant: `import { isEqual, useEvent } from '@rc-component/util';\nimport * as React from 'react';\nimport { useLayoutEffect } from 'react';`,
  },
  {
    // A table that comes back as it went has nothing to tell its cells.
    file: '/@rc-component/context/es/context.js',
    said: 'valueRef.current = value;\n    const [context]',
    meant: 'valueRef.current = value;\n    const told = React.useRef();\n    const [context]',
  },
  {
    file: '/@rc-component/context/es/context.js',
    said: 'unstable_batchedUpdates(() => {',
    meant: 'if (told.current === value) return;\n      told.current = value;\n      unstable_batchedUpdates(() => {',
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
  {
    // Lists filter above their tables and tick rows by boxes of their own: what the table brings for both is a third of it.
    file: '/antd/es/table/hooks/useFilter/index.js',
    said: `import FilterDropdown, { flattenKeys } from './FilterDropdown';`,
    meant: 'const FilterDropdown = () => null;\nconst flattenKeys = () => [];',
  },
  {
    file: '/antd/es/table/hooks/useSelection.js',
    said: `import Dropdown from '../../dropdown';\nimport Radio from '../../radio';`,
    meant: 'const Dropdown = () => null;\nconst Radio = () => null;',
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
