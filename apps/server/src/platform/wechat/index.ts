// WeChat's public accounts (公众号): envelope and XML of callbacks, and the calls, by an adapter of our own.
export { createWechat } from './client.ts';
export type { TokenSource, Wechat } from './client.ts';
export { isAesKey, isSignedBy, decrypted } from './envelope.ts';
export { WechatFault } from './faults.ts';
export { readXml, textIn, XmlRefused, type XmlNode } from './xml.ts';
