// Mark of example rows in an import template. An import skips these rows.
export const exampleMark = '（示例）';
export const isExample = (text: string): boolean =>
  text.trimStart().slice(0, exampleMark.length).normalize('NFKC') === exampleMark.normalize('NFKC');
