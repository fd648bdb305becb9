/** What each call that leaves a trace is called in logs and histories; a call is `room.verb`. */
export const callNames: Readonly<Record<string, string>> = {
  seed: '放入演示数据',
  'session.signIn': '登录',
  'session.refresh': '续期',
  'session.refuse': '拒绝令牌',
  'session.signOut': '退出登录',
  'session.ticket': '取得下载凭证',
  'enterprise.create': '新增企业',
  'enterprise.update': '修改企业',
  'enterprise.activate': '启用企业',
  'enterprise.remove': '删除企业',
  'enterprise.restore': '撤销删除企业',
  'enterprise.import': '上传企业导入文件',
  'enterprise.importConfirm': '确认导入企业',
  'enterprise.export': '导出企业',
  'enterprise.updateLogo': '更新系统标志',
  'file.upload': '上传文件',
  'job.cancel': '取消任务',
  'audit.hide': '隐藏日志',
  'audit.report': '上报前端错误',
};

/** A call in words; its own name where it has none. */
export const callName = (call: string): string => callNames[call] ?? call;
