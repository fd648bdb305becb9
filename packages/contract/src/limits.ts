/** Figures that both sides obey; units are in the names. Raising one needs a decision record. */
export const limits = {
  page: { sizeDefault: 10, sizeMax: 100, rowsReachable: 100_000 },
  body: { jsonBytes: 256 * 1024, depth: 32, arrayItems: 1_000, keys: 2_000 },
  upload: { logoBytes: 1024 * 1024, documentBytes: 20 * 1024 * 1024, importBytes: 50 * 1024 * 1024 },
  import: { rows: 100_000, columns: 200, entries: 1_000, unpackedBytes: 200 * 1024 * 1024, ratio: 100, batchRows: 500 },
  export: { rows: 50_000, jobRows: 3_000_000, perUser: 2, perTenant: 10, keptSeconds: 24 * 3600 },
  bulk: { ids: 500, rows: 100_000, batchRows: 500 },
  totalCap: 10_000,
  undoSeconds: 30 * 60,
  password: { min: 8, max: 128 },
  search: { max: 64 },
  session: {
    accessSeconds: 43_200,
    refreshSeconds: 30 * 24 * 3600,
    idleSeconds: 3600,
    liveMax: 5,
    refreshGraceSeconds: 30,
    refreshGraceTimes: 2,
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
  idempotency: { keptSeconds: 24 * 3600, leaseSeconds: 15 },
  sms: {
    codeSeconds: 300,
    codeTries: 5,
    againSeconds: 60,
    phonePerHour: 5,
    phonePerDay: 10,
    addressPerHour: 20,
    tenantPerDay: 2_000,
    sendTries: 6,
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
  fileLink: { seconds: 300 },
  aliasNameMax: 6,
  reasonMin: 5,
  noteMax: 300,
} as const;

/** How long each class of call may take, in milliseconds (CN-01). */
export const waitMs = { quick: 30_000, ordinary: 60_000, upload: 600_000, export: 3_600_000 } as const;

/** The class of a call's time-out. */
export type Wait = keyof typeof waitMs;
