// WeChat official accounts (公众号): callback envelope and XML, and calls with our own adapter.
export { createWechat } from './client.ts';
export type { TokenSource, Wechat } from './client.ts';
export { isAesKey, isSignedBy, decrypted } from './callback-encryption.ts';
export { WechatFault } from './wechat-fault.ts';
export { readXml, textIn, XmlRefused, type XmlNode } from './xml.ts';
