// Rows of a template that only show how; an import passes them over.
/** What the rows of a template begin with that only show how. */
export const exampleMark = '（示例）';
/** Whether what stands in the first column of a row says that it only shows how. */
export const isExample = (text: string): boolean =>
  text.trimStart().slice(0, exampleMark.length).normalize('NFKC') === exampleMark.normalize('NFKC');
