// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'upload.begin': '开始上传视频',
  'upload.part': '上传视频的一段',
  'upload.finish': '完成上传视频',
  'upload.cancel': '取消上传视频',
};
