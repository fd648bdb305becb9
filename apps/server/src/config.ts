import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { isHostName, isNetwork, origin, tileAddress } from '#platform/start/addresses.ts';
import { exposedBy, isLoopback } from '#platform/start/exposure.ts';
import { address, flag, listOf, oneOf, parsed, text, wholeNumber } from '#platform/start/readings.ts';
import { StartError } from '#platform/start/start-error.ts';
import { readBucket, viewerAddress } from '#platform/files/settings.ts';
import type { S3Place } from '#platform/files/s3.ts';
import type { GivenSecrets } from '#platform/secrets/index.ts';
import type { SimulatorPlace } from '#platform/start/simulator.ts';
import { readDirectories, type DirectorySettings } from '#platform/ldap/settings.ts';
import { payEnvironment, paySecretNames, readPay, type PaySettings } from '#platform/pay/settings.ts';
import { readSms, smsEnvironment, type SmsSettings } from '#platform/sms/settings.ts';
import { faceEnvironment, readFace, type FaceSettings } from '#platform/face/settings.ts';
import { readTianyancha, tianyanchaEnvironment, type TianyanchaSettings } from '#platform/company-lookup/settings.ts';
import type { WxOpenSettings } from '#platform/wxopen/index.ts';

/** What the seed puts into an empty database. */
export type SeedPlan = { kind: 'demo' } | { kind: 'none' } | { kind: 'count'; enterprises: number };

/** The parts of the work that one process can take. */
export type ProcessRole = 'web' | 'live' | 'worker';

/** Everything the environment decides, parsed once. */
export type Config = {
  /** Address to listen on. */
  host: string;
  /** Port to listen on; 0 takes a free one. */
  port: number;
  /** Folder of database, files and secrets, absolute. */
  dataDir: string;
  /** Owner's connection to an outside PostgreSQL; null runs the embedded one. */
  databaseUrl: string | null;
  /** Connection of the restricted role, where the owner may not make roles. */
  databaseAppUrl: string | null;
  /** Whether queues listen for new work; off behind a pooler that hands out connections by transaction. */
  databaseListen: boolean;
  /** What several nodes share; null keeps it in this process. */
  redisUrl: string | null;
  /** Parts of the work this process takes. */
  roles: ReadonlySet<ProcessRole>;
  /** Whether sign-in asks for the picture's digits. */
  captcha: boolean;
  /** Whether calls are counted by address and session. */
  rateLimit: boolean;
  /** Whether answers carry `encryptStr` instead of `data`. */
  encryptResponses: boolean;
  /** Whether nobody may change anything. */
  demoMode: boolean;
  /** What the seed puts into an empty database. */
  seed: SeedPlan;
  /** Least important level that is logged. */
  logLevel: LogLevel;
  /** Whether the strict start checks are on. */
  production: boolean;
  /** Origin under which people reach this installation, without a trailing slash. */
  publicUrl: string | null;
  /** Addresses and networks of the proxies whose forwarded headers are believed. */
  trustProxy: readonly string[];
  /** Whether a public address without TLS is accepted in production. */
  allowHttp: boolean;
  /** Whether vendors on loopback are accepted in production. */
  allowSimulator: boolean;
  /** What the map is drawn on. */
  map: { tiles: string | null; datum: 'gcj02' | 'wgs84' | 'bd09'; attribution: string };
  /** Port that was asked for the simulator of the outside world; null where none was. */
  simulatorPort: number | null;
  /** Where the simulator of the outside world listens; null keeps it off. */
  simulator: SimulatorPlace | null;
  /** Who carries messages by SMS; null leaves them to the simulator, or to nobody. */
  sms: SmsSettings | null;
  /** Who takes money. */
  pay: PaySettings;
  /** WeChat's open platform for signing in; null keeps it off. */
  wxopen: WxOpenSettings | null;
  /** Base address of WeChat's public accounts; null where the usual one, or the simulator's, is meant. */
  wechatBase: string | null;
  /** The register of companies that is asked; null keeps it off. */
  tianyancha: TianyanchaSettings | null;
  /** The service that compares faces; null keeps the check off. */
  face: FaceSettings | null;
  /** Directories that people sign in with. */
  directories: readonly DirectorySettings[];
  /** Proxies that vouch for who somebody is; null believes none. */
  directoryProxy: { addresses: readonly string[]; secret: string } | null;
  /** What is not public and may be spoken to all the same. */
  allowPrivate: readonly string[];
  /** Robot of a group chat that is told of alarms; null tells none. */
  alarmWebhook: string | null;
  /** Token that opens /metrics; null keeps it to an installation that is `local`. */
  metricsToken: string | null;
  /** Backups of the embedded database. */
  backup: {
    /** Whether the server makes them by itself. */
    on: boolean;
    /** Folder of the backups, absolute. */
    folder: string;
    /** Second place, absolute. */
    copyTo: string | null;
    /** The key, when it is given instead of generated. */
    key: string | null;
  };
  /** Whether only this machine reaches the port. */
  loopback: boolean;
  /** Whether people elsewhere can reach this installation: beyond loopback, or through a proxy. */
  exposed: boolean;
  /** Whether it is for this machine alone, so that what no stranger may see is open to everybody who reaches it. */
  local: boolean;
  /** Guards that were asked to be off. */
  switchedOff: readonly ('CAPTCHA' | 'RATE_LIMIT')[];
  /** Where files are kept: a bucket, or null for the data folder. */
  s3: S3Place | null;
  /** Origin of the kkFileView that shows documents; null shows them by our own viewer. */
  documentViewer: string | null;
  /** Months for which the audit is kept. */
  auditMonths: number;
  /** Secrets that the operator supplies instead of the generated ones. */
  secrets: GivenSecrets;
  /** Files that secrets were read from. */
  secretFiles: readonly string[];
  /** Settings that were not obeyed, one line each. */
  warnings: readonly string[];
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** A level of the log. */
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
/** Beside the server's port unless said otherwise; never in production by itself. */
function simulatorPlace(asked: number | 'off' | undefined, port: number, allowed: boolean): SimulatorPlace | null {
  if (asked === 'off' || !allowed) return null;
  if (asked !== undefined) return { port: asked, orAny: false };
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
  CAPTCHA: z._default(flag(), true),
  RATE_LIMIT: z._default(flag(), true),
  ENCRYPT_RESPONSES: z._default(flag(), false),
  DEMO_MODE: z._default(flag(), false),
  SEED: z.optional(parsed('demo、none 或 1 到 1000000 的整数', seedPlan)),
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

/** Every name the environment may hold, in the order of docs/operations/configuration.md. */
export const environmentNames = Object.keys(environment.shape);

const secretNames = new Set([
  ...'DATABASE_URL DATABASE_APP_URL REDIS_URL METRICS_TOKEN ALARM_WEBHOOK SMS_KEY_SECRET WXOPEN_SECRET TIANYANCHA_TOKEN FACE_TOKEN DIRECTORIES DIRECTORY_PROXY_SECRET BACKUP_KEY CLIENT_ID CLIENT_SECRET PASSWORD_KEY ENCRYPT_KEY FILE_LINK_KEY VAULT_MASTER_KEY'.split(
    ' ',
  ),
  ...paySecretNames,
]);

type Variables = Readonly<Record<string, string | undefined>>;

// An empty value counts as unset; NAME_FILE stands for NAME and may not stand beside it.
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

/** Who else may say who somebody is. */
function identityOf(given: z.output<typeof environment>) {
  const { WXOPEN_APP_ID: appId, WXOPEN_SECRET: secret, DIRECTORY_PROXY: addresses } = given;
  const redirect = given.WXOPEN_REDIRECT ?? (given.PUBLIC_URL && `${given.PUBLIC_URL}/authredirect`);
  if ((appId === undefined) !== (secret === undefined))
    throw new StartError('配置 WXOPEN_APP_ID 和 WXOPEN_SECRET 要一起给出。');
  if (appId !== undefined && redirect === undefined)
    throw new StartError('配置 WXOPEN_APP_ID 还需要 PUBLIC_URL 或 WXOPEN_REDIRECT，微信登录后才知道回到哪里。');
  if ((addresses === undefined) !== (given.DIRECTORY_PROXY_SECRET === undefined))
    throw new StartError('配置 DIRECTORY_PROXY 和 DIRECTORY_PROXY_SECRET 要一起给出。');
  if ((given.FACE_BASE === undefined) !== (given.FACE_TOKEN === undefined))
    throw new StartError('配置 FACE_BASE 和 FACE_TOKEN 要一起给出。');
  const bases = { authBase: given.WXOPEN_AUTH_BASE, apiBase: given.WXOPEN_API_BASE };
  const lacking = (name: string, beside: string): never => {
    throw new StartError(`配置 ${beside} 时还需要 ${name}。`);
  };
  return {
    sms: readSms(given, lacking),
    pay: readPay(given, given.PUBLIC_URL, lacking),
    wechatBase: given.WXMP_API_BASE?.replace(/\/$/, '') ?? null,
    wxopen:
      appId === undefined || secret === undefined ? null : { appId, secret, ...bases, redirect: () => redirect ?? '' },
    tianyancha: readTianyancha(given),
    face: readFace(given),
    directories: given.DIRECTORIES ?? [],
    directoryProxy: addresses === undefined ? null : { addresses, secret: given.DIRECTORY_PROXY_SECRET ?? '' },
    allowPrivate: given.OUTBOUND_ALLOW_PRIVATE,
  };
}

/** Read and check the configuration of `env`, and of a `.env` file in `cwd` for names that `env` leaves open. */
export function readConfig(env: Variables, cwd: string): Config {
  const outer = layer(env, cwd);
  // As with loadEnvFile, a name set outside hides the file's, whichever of its two spellings either uses.
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
  const given = result.data;
  const production = given.NODE_ENV === 'production';
  const loopback = isLoopback(given.HOST);
  const warnings: string[] = [];
  const ways = exposedBy(given);
  const exposed = ways.length > 0;
  const switchedOff = (['CAPTCHA', 'RATE_LIMIT'] as const).filter((name) => !given[name]);
  if (exposed)
    for (const name of switchedOff)
      warnings.push(`${name}=off 只在别处访问不到的安装上有效，设了 ${ways.join('、')} 时仍然开启。`);
  if (given.TRUST_PROXY.length > 0 && given.PUBLIC_URL === undefined)
    warnings.push(
      '设了 TRUST_PROXY 而没有设 PUBLIC_URL：经代理打开的页面，只有用单位登记的域名、本机名或本机地址时才有实时消息，请设 PUBLIC_URL。',
    );
  return {
    host: given.HOST,
    port: given.PORT,
    dataDir: resolve(cwd, given.DATA_DIR),
    databaseUrl: given.DATABASE_URL ?? null,
    databaseAppUrl: given.DATABASE_APP_URL ?? null,
    databaseListen: given.DATABASE_LISTEN,
    redisUrl: given.REDIS_URL ?? null,
    roles: new Set(given.ROLES),
    captcha: given.CAPTCHA || exposed,
    rateLimit: given.RATE_LIMIT || exposed,
    encryptResponses: given.ENCRYPT_RESPONSES,
    demoMode: given.DEMO_MODE,
    seed: given.SEED ?? { kind: production ? 'none' : 'demo' },
    logLevel: given.LOG_LEVEL,
    production,
    publicUrl: given.PUBLIC_URL ?? null,
    trustProxy: given.TRUST_PROXY,
    allowHttp: given.ALLOW_HTTP,
    allowSimulator: given.ALLOW_SIMULATOR,
    map: { tiles: given.MAP_TILES ?? null, datum: given.MAP_DATUM, attribution: given.MAP_ATTRIBUTION },
    simulatorPort: typeof given.SIMULATOR_PORT === 'number' ? given.SIMULATOR_PORT : null,
    simulator: simulatorPlace(given.SIMULATOR_PORT, given.PORT, !production || given.ALLOW_SIMULATOR),
    ...identityOf(given),
    metricsToken: given.METRICS_TOKEN ?? null,
    alarmWebhook: given.ALARM_WEBHOOK ?? null,
    backup: {
      on: production || given.BACKUP_DIR !== undefined,
      folder: resolve(cwd, given.BACKUP_DIR ?? `${given.DATA_DIR.replace(/\/+$/, '')}-backup`),
      copyTo: given.BACKUP_COPY_TO === undefined ? null : resolve(cwd, given.BACKUP_COPY_TO),
      key: given.BACKUP_KEY ?? null,
    },
    loopback,
    s3: readBucket(given),
    documentViewer: given.KKFILEVIEW_URL ?? null,
    auditMonths: given.AUDIT_KEEP_MONTHS,
    exposed,
    local: !exposed && !production,
    switchedOff,
    secrets: {
      clientId: given.CLIENT_ID,
      clientSecret: given.CLIENT_SECRET,
      passwordKey: given.PASSWORD_KEY,
      encryptKey: given.ENCRYPT_KEY,
      fileLinkKey: given.FILE_LINK_KEY,
      vaultMasterKey: given.VAULT_MASTER_KEY,
    },
    secretFiles: [...new Set([...inner.files, ...outer.files])],
    warnings,
  };
}
