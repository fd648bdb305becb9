// What this module adds to the product: permits, call names, menu entries, rights of preset roles.

export const callNames = {
  'savedView.create': '保存列表视图',
  'savedView.update': '修改列表视图',
  'savedView.remove': '删除列表视图',
  'savedView.choose': '设置默认视图',
};
