// What this module adds to the product: permits, call names, menu entries, rights of preset roles.

export const callNames = {
  'upload.begin': '开始上传视频',
  'upload.part': '上传视频的一段',
  'upload.finish': '完成上传视频',
  'upload.cancel': '取消上传视频',
};
