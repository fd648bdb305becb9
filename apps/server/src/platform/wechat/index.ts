// WeChat's public accounts (公众号): envelope and XML of callbacks, and the calls, by an adapter of our own.
export { createWechat } from './client.ts';
export type { TokenSource, Wechat, WechatCredentials, WechatFile, WechatSettings } from './client.ts';
export { isAesKey, isSignedBy, sealed, signatureOf, unsealed } from './envelope.ts';
export { WechatFault } from './faults.ts';
export { readXml, textIn, writeXml, XmlRefused, type XmlNode } from './xml.ts';
