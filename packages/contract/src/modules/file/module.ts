// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'file.upload': '上传文件',
};

/** Its pages that no menu entry opens. */
export const screens = ['/upms/file/view'];
