const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* .*Safari/, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/Linux|X11/, 'Linux'],
];

/** Formats a user agent, for example `Chrome 156 · Linux`. Returns unknown agents unchanged. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = systems.find(([one]) => one.test(userAgent))?.[1];
    return `${name} ${version}${system ? ` · ${system}` : ''}`;
  }
  return userAgent;
}
