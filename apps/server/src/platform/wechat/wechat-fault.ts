// Messages for users, by error code of WeChat.
const words: Readonly<Record<number, string>> = {
  [-1]: '微信系统繁忙，请稍后再试',
  40001: '公众号的 AppSecret 不对，请联系管理员',
  40013: '公众号的 AppID 不对，请联系管理员',
  40125: '公众号的 AppSecret 不对，请联系管理员',
  40164: '本系统的地址不在公众号的白名单里，请联系管理员',
  40003: '该粉丝不属于这个公众号',
  40004: '微信不支持这种素材',
  40005: '微信不支持这种文件',
  40006: '文件大小不符合微信的要求',
  40007: '素材已失效，请重新选择',
  40009: '图片大小不符合微信的要求',
  41001: '公众号没有登录微信，请稍后再试',
  43004: '对方没有关注公众号，发送不了',
  45001: '文件超过微信允许的大小',
  45002: '文字超过微信允许的长度',
  45007: '语音超过微信允许的时长',
  45009: '公众号今天调用微信的次数已用完',
  45015: '距离对方上次来信已超过 48 小时，微信不再允许回复',
  45047: '可发送的条数已用完，请等对方再次来信',
  40018: '菜单名称的长度不符合微信的要求',
  40023: '微信不支持这种子菜单',
  40027: '菜单里的网址不符合微信的要求',
  40055: '菜单里的网址微信打不开',
  46003: '公众号现在没有菜单',
  48001: '公众号没有客服消息权限',
  50005: '对方没有关注公众号，发送不了',
};

/** Error codes that mean an invalid access token. */
export const tokenCodes: ReadonlySet<number> = new Set([40001, 40014, 42001]);

export class WechatFault extends Error {
  readonly code: number | null;
  constructor(code: number | null, detail: string) {
    super(code === null ? '暂时连不上微信，请稍后再试' : (words[code] ?? `微信拒绝了请求（${code} ${detail}）`));
    this.name = 'WechatFault';
    this.code = code;
  }
}
