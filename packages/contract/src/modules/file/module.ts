// What this module adds to the product: permits, call names, menu entries, preset rights.

export const callNames = { 'file.upload': '上传文件' };

export const screens = ['/upms/file/view'];
