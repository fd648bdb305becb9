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
];

/** Small faults of the kit that its settings cannot mend; the build fails when one is no longer as it was. */
export const kitMends = (): Plugin => ({
  name: 'kit-mends',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const mend = mends.find(({ file }) => id.endsWith(file));
    if (mend === undefined) return undefined;
    if (!code.includes(mend.said)) this.error(`${mend.file} has changed: see whether it is still to be mended`);
    return { code: code.replace(mend.said, mend.meant), map: null };
  },
});
