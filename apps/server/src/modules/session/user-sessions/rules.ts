export const signInCalls = [
  'session.signIn',
  'session.phoneSignIn',
  'session.thirdSignIn',
  'session.directorySignIn',
  'session.secondStep',
] as const;

const browsers: readonly (readonly [RegExp, string])[] = [
  [/wxwork\//i, '企业微信'],
  [/MicroMessenger\/(\d{1,4})?/i, '微信'],
  [/DingTalk\//i, '钉钉'],
  [/QQBrowser\/(\d{1,4})?/, 'QQ 浏览器'],
  [/UCBrowser\/(\d{1,4})?/, 'UC 浏览器'],
  [/HuaweiBrowser\/(\d{1,4})?/, '华为浏览器'],
  [/MiuiBrowser\/(\d{1,4})?/, '小米浏览器'],
  [/Edg(?:e|A|iOS)?\/(\d{1,4})?/, 'Edge 浏览器'],
  [/OPR\/(\d{1,4})?/, 'Opera 浏览器'],
  [/(?:Firefox|FxiOS)\/(\d{1,4})?/, '火狐浏览器'],
  [/(?:Chrome|CriOS|HeadlessChrome)\/(\d{1,4})?/, 'Chrome 浏览器'],
  [/Version\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari 浏览器'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows 电脑'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [/iPhone/, 'iPhone 手机'],
  [/iPad/, 'iPad 平板'],
  [/Android.*Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Mac OS X|Macintosh/, 'Mac 电脑'],
  [/CrOS/, 'Chromebook 电脑'],
  [/Linux|X11/, 'Linux 电脑'],
];

export function deviceOf(userAgent: string): string {
  const [pattern, name] = browsers.find(([mark]) => mark.test(userAgent)) ?? [];
  const version = pattern?.exec(userAgent)?.[1];
  const browser = name === undefined ? undefined : version === undefined ? name : `${name} ${version}`;
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1];
  return [browser, system].filter(Boolean).join(' · ') || '未知设备';
}
