/** What a person reads once the file of a list is on its way: the server writes few at once, the others wait in line. */
export const exportBegun = (label: string): string => `正在生成${label}清单，完成后自动下载；同时导出的较多时请稍等`;
