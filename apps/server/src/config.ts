import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { isHostName, isNetwork, origin, tileAddress } from '#platform/start/addresses.ts';
import { exposedBy, isLoopback } from '#platform/start/exposure.ts';
import {
  address,
  duration,
  flag,
  listOf,
  oneOf,
  parsed,
  text,
  wholeNumber,
} from '#platform/start/environment-values.ts';
import { StartError } from '#platform/start/start-error.ts';
import { speedMechanisms, type SpeedMechanism } from '#platform/db/optimisation-switches.ts';
import { readBucket, viewerAddress } from '#platform/files/settings.ts';
import type { S3Place } from '#platform/files/s3-files.ts';
import type { GivenSecrets } from '#platform/secrets/index.ts';
import type { SimulatorPlace } from '#platform/start/simulator.ts';
import { readDirectories, type DirectorySettings } from '#platform/ldap/settings.ts';
import { payEnvironment, paySecretNames, readPay, type PaySettings } from '#platform/pay/settings.ts';
import { readSms, smsEnvironment, type SmsSettings } from '#platform/sms/settings.ts';
import { faceEnvironment, readFace, type FaceSettings } from '#platform/face/settings.ts';
import { readTianyancha, tianyanchaEnvironment, type TianyanchaSettings } from '#platform/company-lookup/settings.ts';
import type { WxOpenSettings } from '#platform/wxopen/index.ts';

export type SeedPlan = { kind: 'demo' } | { kind: 'none' } | { kind: 'count'; enterprises: number };

export type ProcessRole = 'web' | 'live' | 'worker';

export type Config = {
  host: string;
  /** Port of the HTTP server. 0 lets the system choose a free port. */
  port: number;
  /** Absolute path of the folder for database, files and secrets. */
  dataDir: string;
  /** URL of an external PostgreSQL with the owner role; null starts the embedded database. */
  databaseUrl: string | null;
  /** URL with the restricted role. Needed when the owner role may not create roles. */
  databaseAppUrl: string | null;
  /** Whether queues use LISTEN, which does not work behind a connection pooler in transaction mode. */
  databaseListen: boolean;
  /** Redis for the state that several nodes share; null uses the memory of this process. */
  redisUrl: string | null;
  roles: ReadonlySet<ProcessRole>;
  speedOff: ReadonlySet<SpeedMechanism>;
  captcha: boolean;
  rateLimit: boolean;
  /** Whether answers contain the encrypted field `encryptStr` instead of `data`. */
  encryptResponses: boolean;
  /** Whether every change of data is refused. */
  demoMode: boolean;
  seed: SeedPlan;
  /** Milliseconds by which the server's clock is ahead. */
  clockOffsetMs: number;
  logLevel: LogLevel;
  production: boolean;
  /** Public origin of this installation, such as `https://a.example`, without a trailing slash. */
  publicUrl: string | null;
  /** Addresses and networks of proxies whose forwarded headers are trusted. */
  trustProxy: readonly string[];
  allowHttp: boolean;
  allowSimulator: boolean;
  map: { tiles: string | null; datum: 'gcj02' | 'wgs84' | 'bd09'; attribution: string };
  /** Configured port of the vendor simulator; null when not set. */
  simulatorPort: number | null;
  /** Address of the vendor simulator; null disables it. */
  simulator: SimulatorPlace | null;
  /** SMS vendor; null uses the simulator. Without a simulator no SMS is sent. */
  sms: SmsSettings | null;
  pay: PaySettings;
  /** WeChat open platform for sign-in; null disables it. */
  wxopen: WxOpenSettings | null;
  /** Base URL of WeChat public accounts; null uses the default or the simulator. */
  wechatBase: string | null;
  /** Company register service; null disables it. */
  tianyancha: TianyanchaSettings | null;
  /** Face comparison service; null disables the check. */
  face: FaceSettings | null;
  directories: readonly DirectorySettings[];
  /** Addresses and shared secret of proxies that may name the signed-in user in a header; null trusts no proxy. */
  directoryProxy: { addresses: readonly string[]; secret: string } | null;
  /** Private network addresses that the server may call. */
  allowPrivate: readonly string[];
  /** Webhook URL of the group-chat robot that receives alarms; null sends no alarms. */
  alarmWebhook: string | null;
  /** Token that a client of /metrics must send. Null opens /metrics, but only when `local` is true. */
  metricsToken: string | null;
  backup: {
    on: boolean;
    folder: string;
    /** Absolute path of the folder for a second copy of each backup. */
    copyTo: string | null;
    /** Backup encryption key; null generates a key. */
    key: string | null;
  };
  /** Whether the server listens on a loopback address, so only this machine can connect. */
  loopback: boolean;
  /** Whether other machines can reach this installation, directly or through a proxy. */
  exposed: boolean;
  /** Whether only this machine uses the installation. Restricted pages are then open. */
  local: boolean;
  switchedOff: readonly ('CAPTCHA' | 'RATE_LIMIT')[];
  /** S3 bucket for files; null stores files in the data folder. */
  s3: S3Place | null;
  /** Origin of the kkFileView for document preview; null uses the built-in viewer. */
  documentViewer: string | null;
  /** How many months audit rows are retained. */
  auditMonths: number;
  secrets: GivenSecrets;
  secretFiles: readonly string[];
  /** One line for each setting that was ignored. */
  warnings: readonly string[];
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const seedPlan = (value: string): SeedPlan | undefined => {
  if (value === 'demo' || value === 'none') return { kind: value };
  const enterprises = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  return enterprises >= 1 && enterprises <= 1_000_000 ? { kind: 'count', enterprises } : undefined;
};
const sixteenCharacters = () =>
  parsed('16 个英文字母或数字', (value) => (/^[A-Za-z0-9]{16}$/.test(value) ? value : undefined));
const visible = (least: number) =>
  parsed(`至少 ${least} 个可见字符`, (value) => (value.length >= least && /^[!-~]+$/.test(value) ? value : undefined));
const database = () => address('postgresql://用户:密码@主机:5432/库名', /^postgres(ql)?:$/);

const vendorBase = () => address('https://主机/路径', /^https?:$/);
const simulatorPort = () =>
  parsed('1 到 65535 的整数，或 off', (value) => {
    if (value === 'off') return value;
    const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    return number >= 1 && number <= 65_535 ? number : undefined;
  });
/**
 * Chooses the port of the vendor simulator. The default is next to the server's port. Production starts a simulator
 * only when a port is configured.
 */
function simulatorPlace(
  requestedPort: number | 'off' | undefined,
  port: number,
  allowed: boolean,
): SimulatorPlace | null {
  if (requestedPort === 'off' || !allowed) return null;
  if (requestedPort !== undefined) return { port: requestedPort, orAny: false };
  return { port: port > 0 && port < 65_535 ? port + 1 : 0, orAny: true };
}

const webhookAddress = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined;

const environment = z.object({
  HOST: z._default(
    parsed('IP 地址或主机名', (value) => (isHostName(value) ? value : undefined)),
    '127.0.0.1',
  ),
  PORT: z._default(wholeNumber(0, 65_535), 8080),
  DATA_DIR: z._default(text(), './data'),
  DATABASE_URL: z.optional(database()),
  DATABASE_APP_URL: z.optional(database()),
  DATABASE_LISTEN: z._default(flag(), true),
  REDIS_URL: z.optional(address('redis://主机:6379', /^rediss?:$/)),
  ROLES: z._default(
    listOf('web、live、worker 中的一个或几个', (item) =>
      (['web', 'live', 'worker'] as const).find((role) => role === item),
    ),
    ['web', 'live', 'worker'],
  ),
  SPEED_OFF: z._default(
    listOf(speedMechanisms.join('、'), (item) => speedMechanisms.find((mechanism) => mechanism === item)),
    [],
  ),
  CAPTCHA: z._default(flag(), true),
  RATE_LIMIT: z._default(flag(), true),
  ENCRYPT_RESPONSES: z._default(flag(), false),
  DEMO_MODE: z._default(flag(), false),
  SEED: z.optional(parsed('demo、none 或 1 到 1000000 的整数', seedPlan)),
  CLOCK_OFFSET: z._default(duration(), 0),
  LOG_LEVEL: z._default(oneOf(logLevels), 'info'),
  NODE_ENV: z._default(oneOf(['production', 'development', 'test']), 'development'),
  PUBLIC_URL: z.optional(parsed('https://域名（不带路径）', origin)),
  TRUST_PROXY: z._default(
    listOf('代理的 IP 地址或网段，用逗号隔开', (item) => (isNetwork(item) ? item : undefined)),
    [],
  ),
  ALLOW_HTTP: z._default(flag(), false),
  ALLOW_SIMULATOR: z._default(flag(), false),
  MAP_TILES: z.optional(parsed('https://主机/路径，其中有 {x}、{y}、{z}', tileAddress)),
  MAP_DATUM: z._default(oneOf(['gcj02', 'wgs84', 'bd09']), 'gcj02'),
  MAP_ATTRIBUTION: z._default(text(), ''),
  SIMULATOR_PORT: z.optional(simulatorPort()),
  ...smsEnvironment,
  ...payEnvironment,
  WXOPEN_APP_ID: z.optional(visible(6)),
  WXOPEN_SECRET: z.optional(visible(16)),
  WXOPEN_AUTH_BASE: z._default(vendorBase(), 'https://open.weixin.qq.com'),
  WXOPEN_API_BASE: z._default(vendorBase(), 'https://api.weixin.qq.com'),
  WXOPEN_REDIRECT: z.optional(vendorBase()),
  WXMP_API_BASE: z.optional(vendorBase()),
  ...tianyanchaEnvironment,
  ...faceEnvironment,
  DIRECTORIES: z.optional(parsed('目录的 JSON 列表（本机以外须用 ldaps 或 startTls）', readDirectories)),
  DIRECTORY_PROXY: z.optional(
    listOf('代理的 IP 地址或网段，用逗号隔开', (item) => (isNetwork(item) ? item : undefined)),
  ),
  DIRECTORY_PROXY_SECRET: z.optional(visible(32)),
  OUTBOUND_ALLOW_PRIVATE: z._default(
    listOf('地址、网段或主机名，用逗号隔开', (item) => (isNetwork(item) || isHostName(item) ? item : undefined)),
    [],
  ),
  METRICS_TOKEN: z.optional(visible(16)),
  ALARM_WEBHOOK: z.optional(parsed('http(s)://主机[:端口][/路径]', webhookAddress)),
  BACKUP_DIR: z.optional(text()),
  BACKUP_COPY_TO: z.optional(text()),
  BACKUP_KEY: z.optional(visible(43)),
  FILES_DRIVER: z._default(oneOf(['local', 's3']), 'local'),
  S3_ENDPOINT: z.optional(parsed('https://主机（不带路径）', origin)),
  S3_REGION: z._default(
    parsed('区域名，例如 us-east-1', (value) => (/^[a-z0-9-]{2,40}$/.test(value) ? value : undefined)),
    'us-east-1',
  ),
  S3_BUCKET: z.optional(
    parsed('存储桶名', (value) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined)),
  ),
  S3_ACCESS_KEY: z.optional(visible(3)),
  S3_SECRET_KEY: z.optional(visible(6)),
  S3_PATH_STYLE: z._default(flag(), true),
  KKFILEVIEW_URL: z.optional(parsed('http(s)://主机[:端口][/路径]', viewerAddress)),
  AUDIT_KEEP_MONTHS: z._default(wholeNumber(12, 1_200), 36),
  CLIENT_ID: z.optional(visible(4)),
  CLIENT_SECRET: z.optional(visible(16)),
  PASSWORD_KEY: z.optional(sixteenCharacters()),
  ENCRYPT_KEY: z.optional(sixteenCharacters()),
  FILE_LINK_KEY: z.optional(visible(32)),
  VAULT_MASTER_KEY: z.optional(visible(43)),
});

/** All environment variable names, in the order of docs/operations/configuration.md. */
export const environmentNames = Object.keys(environment.shape);

const secretNames = new Set([
  ...'DATABASE_URL DATABASE_APP_URL REDIS_URL METRICS_TOKEN ALARM_WEBHOOK SMS_KEY_SECRET WXOPEN_SECRET TIANYANCHA_TOKEN FACE_TOKEN DIRECTORIES DIRECTORY_PROXY_SECRET BACKUP_KEY CLIENT_ID CLIENT_SECRET PASSWORD_KEY ENCRYPT_KEY FILE_LINK_KEY VAULT_MASTER_KEY'.split(
    ' ',
  ),
  ...paySecretNames,
]);

type Variables = Readonly<Record<string, string | undefined>>;

// Reads one source of variables. An empty value counts as unset. NAME_FILE names a file with the value of NAME; setting
// both is an error.
function layer(source: Variables, cwd: string) {
  const values: Record<string, string> = {};
  const files: string[] = [];
  for (const name of environmentNames) {
    const direct = source[name] || undefined;
    const file = source[`${name}_FILE`] || undefined;
    if (direct !== undefined && file !== undefined)
      throw new StartError(`配置 ${name} 和 ${name}_FILE 同时给出：只留一个。`);
    if (direct !== undefined) values[name] = direct;
    if (file === undefined) continue;
    const path = resolve(cwd, file);
    try {
      values[name] = readFileSync(path, 'utf8').trim();
    } catch {
      throw new StartError(`配置 ${name}_FILE 指向的文件 ${path} 读不了：检查路径和权限。`);
    }
    if (secretNames.has(name)) files.push(path);
  }
  return { values, files };
}

function dotEnv(cwd: string): Variables {
  const path = resolve(cwd, '.env');
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch {
    throw new StartError(`配置文件 ${path} 读不了：检查它的权限。`);
  }
}

function identityOf(variables: z.output<typeof environment>) {
  const { WXOPEN_APP_ID: appId, WXOPEN_SECRET: secret, DIRECTORY_PROXY: addresses } = variables;
  const redirect = variables.WXOPEN_REDIRECT ?? (variables.PUBLIC_URL && `${variables.PUBLIC_URL}/authredirect`);
  if ((appId === undefined) !== (secret === undefined))
    throw new StartError('配置 WXOPEN_APP_ID 和 WXOPEN_SECRET 要一起给出。');
  if (appId !== undefined && redirect === undefined)
    throw new StartError('配置 WXOPEN_APP_ID 还需要 PUBLIC_URL 或 WXOPEN_REDIRECT，微信登录后才知道回到哪里。');
  if ((addresses === undefined) !== (variables.DIRECTORY_PROXY_SECRET === undefined))
    throw new StartError('配置 DIRECTORY_PROXY 和 DIRECTORY_PROXY_SECRET 要一起给出。');
  if ((variables.FACE_BASE === undefined) !== (variables.FACE_TOKEN === undefined))
    throw new StartError('配置 FACE_BASE 和 FACE_TOKEN 要一起给出。');
  const bases = { authBase: variables.WXOPEN_AUTH_BASE, apiBase: variables.WXOPEN_API_BASE };
  const lacking = (name: string, beside: string): never => {
    throw new StartError(`配置 ${beside} 时还需要 ${name}。`);
  };
  return {
    sms: readSms(variables, lacking),
    pay: readPay(variables, variables.PUBLIC_URL, lacking),
    wechatBase: variables.WXMP_API_BASE?.replace(/\/$/, '') ?? null,
    wxopen:
      appId === undefined || secret === undefined ? null : { appId, secret, ...bases, redirect: () => redirect ?? '' },
    tianyancha: readTianyancha(variables),
    face: readFace(variables),
    directories: variables.DIRECTORIES ?? [],
    directoryProxy: addresses === undefined ? null : { addresses, secret: variables.DIRECTORY_PROXY_SECRET ?? '' },
    allowPrivate: variables.OUTBOUND_ALLOW_PRIVATE,
  };
}

/** Reads and validates the variables in `env`. The file `.env` in `cwd` supplies names that `env` does not set. */
export function readConfig(env: Variables, cwd: string): Config {
  const outer = layer(env, cwd);
  // A variable of the process hides the same name in the `.env` file, in either spelling (NAME or NAME_FILE).
  const file = Object.entries(dotEnv(cwd)).filter(([name]) => !(name.replace(/_FILE$/, '') in outer.values));
  const inner = layer(Object.fromEntries(file), cwd);
  const values = { ...inner.values, ...outer.values };
  if (Object.keys(inner.values).some((name) => secretNames.has(name))) inner.files.push(resolve(cwd, '.env'));
  const result = z.safeParse(environment, values);
  if (!result.success) {
    const issue = result.error.issues[0];
    const name = String(issue?.path[0]);
    const shown = secretNames.has(name) ? '' : ` 的值 ${JSON.stringify(values[name])}`;
    throw new StartError(
      `配置 ${name}${shown} 不对：应为 ${issue?.message}。请改环境变量或 .env（见 docs/operations/configuration.md）。`,
    );
  }
  const variables = result.data;
  const production = variables.NODE_ENV === 'production';
  const loopback = isLoopback(variables.HOST);
  const warnings: string[] = [];
  const ways = exposedBy(variables);
  const exposed = ways.length > 0;
  const switchedOff = (['CAPTCHA', 'RATE_LIMIT'] as const).filter((name) => !variables[name]);
  if (exposed)
    for (const name of switchedOff)
      warnings.push(`${name}=off 只在别处访问不到的安装上有效，设了 ${ways.join('、')} 时仍然开启。`);
  if (variables.TRUST_PROXY.length > 0 && variables.PUBLIC_URL === undefined)
    warnings.push(
      '设了 TRUST_PROXY 而没有设 PUBLIC_URL：经代理打开的页面，只有用单位登记的域名、本机名或本机地址时才有实时消息，请设 PUBLIC_URL。',
    );
  return {
    host: variables.HOST,
    port: variables.PORT,
    dataDir: resolve(cwd, variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL ?? null,
    databaseAppUrl: variables.DATABASE_APP_URL ?? null,
    databaseListen: variables.DATABASE_LISTEN,
    redisUrl: variables.REDIS_URL ?? null,
    roles: new Set(variables.ROLES),
    speedOff: new Set(variables.SPEED_OFF),
    captcha: variables.CAPTCHA || exposed,
    rateLimit: variables.RATE_LIMIT || exposed,
    encryptResponses: variables.ENCRYPT_RESPONSES,
    demoMode: variables.DEMO_MODE,
    clockOffsetMs: variables.CLOCK_OFFSET,
    seed: variables.SEED ?? { kind: production ? 'none' : 'demo' },
    logLevel: variables.LOG_LEVEL,
    production,
    publicUrl: variables.PUBLIC_URL ?? null,
    trustProxy: variables.TRUST_PROXY,
    allowHttp: variables.ALLOW_HTTP,
    allowSimulator: variables.ALLOW_SIMULATOR,
    map: { tiles: variables.MAP_TILES ?? null, datum: variables.MAP_DATUM, attribution: variables.MAP_ATTRIBUTION },
    simulatorPort: typeof variables.SIMULATOR_PORT === 'number' ? variables.SIMULATOR_PORT : null,
    simulator: simulatorPlace(variables.SIMULATOR_PORT, variables.PORT, !production || variables.ALLOW_SIMULATOR),
    ...identityOf(variables),
    metricsToken: variables.METRICS_TOKEN ?? null,
    alarmWebhook: variables.ALARM_WEBHOOK ?? null,
    backup: {
      on: production || variables.BACKUP_DIR !== undefined,
      folder: resolve(cwd, variables.BACKUP_DIR ?? `${variables.DATA_DIR.replace(/\/+$/, '')}-backup`),
      copyTo: variables.BACKUP_COPY_TO === undefined ? null : resolve(cwd, variables.BACKUP_COPY_TO),
      key: variables.BACKUP_KEY ?? null,
    },
    loopback,
    s3: readBucket(variables),
    documentViewer: variables.KKFILEVIEW_URL ?? null,
    auditMonths: variables.AUDIT_KEEP_MONTHS,
    exposed,
    local: !exposed && !production,
    switchedOff,
    secrets: {
      clientId: variables.CLIENT_ID,
      clientSecret: variables.CLIENT_SECRET,
      passwordKey: variables.PASSWORD_KEY,
      encryptKey: variables.ENCRYPT_KEY,
      fileLinkKey: variables.FILE_LINK_KEY,
      vaultMasterKey: variables.VAULT_MASTER_KEY,
    },
    secretFiles: [...new Set([...inner.files, ...outer.files])],
    warnings,
  };
}
