// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'savedView.create': '保存列表视图',
  'savedView.update': '修改列表视图',
  'savedView.remove': '删除列表视图',
  'savedView.choose': '设置默认视图',
};
