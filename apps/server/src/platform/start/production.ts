import { existsSync, statSync } from 'node:fs';
import type { Config } from '#config';

/** Secrets that are publicly known: from earlier products of this family, examples and common habit. */
const publicValues = new Set(
  (
    'password passw0rd password123 postgres postgresql admin admin123 administrator root secret changeme change-me ' +
    'default test test123 demo guest 123456 12345678 123456789 1234567890 111111 000000 qwerty abc123 letmein welcome ' +
    'anlan anlan@2026 pig pig:pig app:app test:test daemon gen mini pigx pigxpigxpigxpigx thanks,pig4cloud ' +
    '0123456789abcdef 1234567890abcdef 1234567890123456 0000000000000000 abcdefghijklmnop abcdefgh01234567 ' +
    'minioadmin redis mysql oracle sa system manager nacos ruoyi jeecg jeecg-boot abcdefghijklmnopqrstuvwxyz'
  ).split(' '),
);

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function redisFaults(url: string | null): string[] {
  if (url === null) return [];
  const { hostname, protocol, password } = new URL(url);
  const faults: string[] = [];
  if (loopbackHost.test(hostname)) return faults;
  if (protocol !== 'rediss:') faults.push('REDIS_URL 没有用 TLS（改用 rediss://，证书会被检查）');
  if (password === '') faults.push('REDIS_URL 没有密码');
  return faults;
}

const databasePassword = (url: string | null) => (url === null ? undefined : decodeURIComponent(new URL(url).password));

/** Lists the settings and files that forbid production use, one line each (S08, S20, S88, S91). */
export function productionFaults(config: Config, keptFiles: readonly string[]): string[] {
  const faults: string[] = [];
  const { secrets } = config;
  const secretValues: Record<string, string | undefined> = {
    CLIENT_SECRET: secrets.clientSecret,
    FILE_LINK_KEY: secrets.fileLinkKey,
    VAULT_MASTER_KEY: secrets.vaultMasterKey,
    METRICS_TOKEN: config.metricsToken ?? undefined,
    DIRECTORY_PROXY_SECRET: config.directoryProxy?.secret,
  };
  const named: Record<string, string | undefined> = {
    ...secretValues,
    CLIENT_ID: secrets.clientId,
    PASSWORD_KEY: secrets.passwordKey,
    ENCRYPT_KEY: secrets.encryptKey,
    DATABASE_URL: databasePassword(config.databaseUrl),
    DATABASE_APP_URL: databasePassword(config.databaseAppUrl),
    REDIS_URL: databasePassword(config.redisUrl),
  };
  for (const [name, value] of Object.entries(named))
    if (value !== undefined && publicValues.has(value.toLowerCase())) faults.push(`${name} 用了众所周知的值`);
  for (const [name, value] of Object.entries(secretValues))
    if (value !== undefined && Buffer.byteLength(value) < 32) faults.push(`${name} 不足 32 字节`);
  faults.push(...redisFaults(config.redisUrl));
  for (const path of new Set([...config.secretFiles, ...keptFiles]))
    if (existsSync(path) && (statSync(path).mode & 0o004) !== 0)
      faults.push(`密钥文件 ${path} 所有人可读（改为 0600）`);
  if (config.publicUrl?.startsWith('http:') && !config.allowHttp)
    faults.push('PUBLIC_URL 是 http（改用 https，或设 ALLOW_HTTP=1）');
  if (config.sms && loopbackHost.test(new URL(config.sms.endpoint).hostname) && !config.allowSimulator)
    faults.push('SMS_ENDPOINT 指向本机（去掉它，或设 ALLOW_SIMULATOR=1）');
  const vendors = config.wxopen === null ? [] : [config.wxopen.authBase, config.wxopen.apiBase];
  if (vendors.some((base) => loopbackHost.test(new URL(base).hostname)) && !config.allowSimulator)
    faults.push('WXOPEN_AUTH_BASE 或 WXOPEN_API_BASE 指向本机（改为微信的地址，或设 ALLOW_SIMULATOR=1）');
  const { wechat, alipay } = config.pay;
  const banks = [
    ...(wechat ? [wechat.base, ...(wechat.oauth ? [wechat.oauth.authBase, wechat.oauth.apiBase] : [])] : []),
    ...(alipay ? [alipay.gateway, alipay.billBase] : []),
  ];
  if (banks.some((base) => loopbackHost.test(new URL(base).hostname)) && !config.allowSimulator)
    faults.push(
      'WXPAY_BASE、WXPAY_AUTH_BASE、WXPAY_API_BASE、ALIPAY_GATEWAY 或 ALIPAY_BILL_BASE 指向本机（去掉它，或设 ALLOW_SIMULATOR=1）',
    );
  const doors = [wechat?.notifyUrl(), alipay?.notifyUrl()];
  if (doors.some((door) => door?.startsWith('http:')) && !config.allowSimulator)
    faults.push('支付结果的通知地址是 http（WXPAY_NOTIFY_URL、ALIPAY_NOTIFY_URL 或 PUBLIC_URL 改用 https）');
  if (config.tianyancha && loopbackHost.test(new URL(config.tianyancha.base).hostname) && !config.allowSimulator)
    faults.push('TIANYANCHA_BASE 指向本机（改为天眼查的地址，或设 ALLOW_SIMULATOR=1）');
  if (config.face && loopbackHost.test(new URL(config.face.base).hostname) && !config.allowSimulator)
    faults.push('FACE_BASE 指向本机（改为人脸比对服务的地址，或设 ALLOW_SIMULATOR=1）');
  if (config.simulatorPort !== null && !config.allowSimulator)
    faults.push('外部服务指向本机模拟器（去掉 SIMULATOR_PORT，或设 ALLOW_SIMULATOR=1）');
  for (const name of config.switchedOff) faults.push(`${name}=off（生产环境不能关闭，去掉它）`);
  if (config.clockOffsetMs !== 0) faults.push('CLOCK_OFFSET 会拨动服务的时钟，只供演示和测试（去掉它）');
  if (config.seed.kind === 'demo') faults.push('SEED=demo 会建演示账号（改为 none）');
  return faults;
}
