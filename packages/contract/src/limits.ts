/** Limits for client and server; units are in the names. Raising one needs a decision record. */
export const limits = {
  page: { sizeDefault: 10, sizeMax: 100, rowsReachable: 100_000 },
  body: { jsonBytes: 256 * 1024, depth: 32, arrayItems: 1_000, keys: 2_000 },
  upload: {
    logoBytes: 1024 * 1024,
    pictureBytes: 5 * 1024 * 1024,
    documentBytes: 20 * 1024 * 1024,
    /** Most bytes that the HTTP layer accepts. Each import has its own limit, and advises to split a larger file. */
    importBytes: 50 * 1024 * 1024,
    videoBytes: 200 * 1024 * 1024,
    /** Maximum size of WeChat material: 2 MB (specification). */
    wxMaterialBytes: 2 * 1024 * 1024,
    /** Seconds until an upload that no record uses is deleted. A form may stay open for a week. */
    waitingSeconds: 7 * 86_400,
    /** Upload quotas per day and in total: one for each enterprise, one for the tenant, which many people share. */
    enterprise: { perDay: 500, keptBytes: 2 * 2 ** 30 },
    tenant: { perDay: 5_000, keptBytes: 20 * 2 ** 30 },
  },
  picture: { sidePx: 8_000, pixels: 40_000_000, frames: 100 },
  import: {
    rows: 100_000,
    columns: 200,
    entries: 1_000,
    unpackedBytes: 200 * 1024 * 1024,
    ratio: 100,
  },
  resourceImport: { rows: 5_000, bytes: 10 * 1024 * 1024, keptSeconds: 24 * 3600 },
  enterpriseImport: { rows: 20_000, bytes: 20 * 1024 * 1024, keptSeconds: 24 * 3600 },
  userImport: { rows: 2_000, bytes: 5 * 1024 * 1024, keptSeconds: 24 * 3600 },
  export: {
    rows: 50_000,
    jobRows: 3_000_000,
    perUser: 2,
    perTenant: 10,
    /**
     * Maximum exports that one node streams at the same time. More exports wait in the queue, and so does the third
     * export of one person.
     */
    perNode: 4,
    waiting: 60,
    waitingSeconds: 300,
    /** Lists with more rows are written in a worker, outside the main thread. */
    threadRows: 1_000,
    keptSeconds: 24 * 3600,
    /** An export of more rows, or more exports a day, causes an alarm (S80). */
    alarmRows: 50_000,
    alarmTimesADay: 5,
  },
  bulk: { ids: 500, rows: 100_000, batchRows: 500 },
  totalCap: 10_000,
  undoSeconds: 30 * 60,
  /**
   * Password rules of protection level three: kinds of characters, lifetime in days, and the last passwords that may
   * not be reused.
   */
  password: { min: 8, max: 128, protectedKinds: 3, protectedDays: 90, protectedLast: 5 },
  oneTimePassword: { seconds: 24 * 3600 },
  /**
   * Maximum lookups per hour of people, enterprises or stations outside the caller's data scope, and of whole phone
   * numbers (S29).
   */
  lookup: { perHour: 60 },
  /** Lifetime of links with which a person sets the first password. */
  passwordLink: { firstSeconds: 24 * 3600, approvedSeconds: 7 * 24 * 3600 },
  search: { max: 64 },
  session: {
    accessSeconds: 43_200,
    refreshSeconds: 30 * 24 * 3600,
    idleSeconds: 3600,
    /** Idle timeout for tenants of protection level three. */
    protectedIdleSeconds: 1800,
    liveMax: 5,
    refreshGraceSeconds: 30,
    refreshGraceTimes: 2,
    confirmSeconds: 600,
    unlockTries: 5,
    onlineRows: 10_000,
    replaySeconds: 300,
  },
  secondFactor: {
    ticketSeconds: 300,
    ticketTries: 5,
    windowSeconds: 3600,
    windowTries: 20,
    pendingSeconds: 900,
    recoveryCodes: 10,
  },
  signIn: {
    windowSeconds: 900,
    pairFailures: 5,
    addressFailures: 30,
    accountWindowSeconds: 3600,
    accountFailures: 20,
    strangerDelayMs: 3_000,
  },
  captcha: { seconds: 300, perMinute: 20 },
  ticket: { seconds: 60 },
  third: { stateSeconds: 300, ticketSeconds: 600, passwordSeconds: 600 },
  idempotency: { keptSeconds: 24 * 3600, leaseSeconds: 15 },
  sms: {
    codeSeconds: 300,
    /**
     * Attempts allowed for one SMS code from one network. `codeTriesElsewhere`: attempts allowed from all other
     * networks together.
     */
    codeTries: 5,
    codeTriesElsewhere: 20,
    againSeconds: 60,
    phonePerHour: 5,
    phonePerDay: 10,
    addressPerHour: 20,
    tenantPerDay: 2_000,
    /** Share of the day's message quota at which an alarm is sent. */
    alarmShare: 0.8,
    sendTries: 6,
    /** How many days finished messages stay in the list. */
    keptDays: 30,
  },
  application: {
    proofSeconds: 1_800,
    files: 5,
    bytes: 10 * 1024 * 1024,
    orphanSeconds: 24 * 3600,
    phonePerDay: 5,
    addressPerDay: 20,
    answerWorkdays: 3,
  },
  errorReport: { entries: 100, perMinute: 6, perUserDay: 1_000, perTenantDay: 10_000, keptDays: 30 },
  findPhone: { addressPerHour: 10 },
  alarm: { keptDays: 30, signInFailures: 50, mismatches: 3, forgeries: 5, endDays: 14, backupHours: 30, logHours: 1 },
  impersonation: { seconds: 3600, shown: 10, shownSeconds: 24 * 3600 },
  fileLink: { seconds: 300 },
  preview: { seconds: 600, textBytes: 1024 * 1024 },
  organ: { nameMax: 40, depth: 8, count: 2_000 },
  role: { regions: 200 },
  reveal: { perHour: 50 },
  announcement: { targets: 200, files: 10, remindSeconds: 600, dotMax: 100, addressees: 50, summary: 120 },
  riskRule: { titleMax: 40, textMax: 500, daysMax: 365, daysDefault: 30 },
  aliasNameMax: 6,
  reasonMin: 5,
  noteMax: 300,
} as const;

/**
 * Timeout by class of call, in milliseconds (CN-01). `quick`: calls that pages make by themselves. The others: calls
 * that a person waits for.
 */
export const timeoutMs = { quick: 30_000, ordinary: 60_000, upload: 600_000, export: 3_600_000 } as const;

export type TimeoutClass = keyof typeof timeoutMs;
