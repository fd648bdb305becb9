/** Figures that both sides obey; units are in the names. Raising one needs a decision record. */
export const limits = {
  page: { sizeDefault: 10, sizeMax: 100, rowsReachable: 100_000 },
  body: { jsonBytes: 256 * 1024, depth: 32, arrayItems: 1_000, keys: 2_000 },
  upload: {
    logoBytes: 1024 * 1024,
    pictureBytes: 5 * 1024 * 1024,
    documentBytes: 20 * 1024 * 1024,
    importBytes: 50 * 1024 * 1024,
    videoBytes: 200 * 1024 * 1024,
    /** Of a public account: 2 MB, as the specification has it. */
    wxMaterialBytes: 2 * 1024 * 1024,
    /** How long an upload waits to become part of something; a form that is left open has a week. */
    waitingSeconds: 7 * 86_400,
    /** What one enterprise may bring in a day and keep in all; a tenant's own are many people's. */
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
    batchRows: 500,
    sheetSeconds: 24 * 3600,
  },
  resourceImport: { rows: 5_000, bytes: 10 * 1024 * 1024, keptSeconds: 24 * 3600 },
  userImport: { rows: 2_000, bytes: 5 * 1024 * 1024, keptSeconds: 24 * 3600 },
  export: {
    rows: 50_000,
    jobRows: 3_000_000,
    perUser: 2,
    perTenant: 10,
    /** Lists that one node streams at once; the others wait for their turn, as does a person's third. */
    perNode: 4,
    waiting: 60,
    waitingSeconds: 300,
    /** Larger lists are written beside the thread that answers people. */
    threadRows: 1_000,
    keptSeconds: 24 * 3600,
    /** More at once, or more often within 24 hours, is told to those who look after safety (S80). */
    alarmRows: 50_000,
    alarmTimesADay: 5,
  },
  bulk: { ids: 500, rows: 100_000, batchRows: 500 },
  totalCap: 10_000,
  undoSeconds: 30 * 60,
  /** A tenant protected at level three asks for so many kinds of characters, another one after so many days, and none of the last. */
  password: { min: 8, max: 128, protectedKinds: 3, protectedDays: 90, protectedLast: 5 },
  oneTimePassword: { seconds: 24 * 3600 },
  /** Answers that tell of people, enterprises or stations beyond the caller's sight, and searches by a whole phone (S29). */
  lookup: { perHour: 60 },
  /** Links to a first password: of the platform's first administrator, and of an application that was approved. */
  passwordLink: { firstSeconds: 24 * 3600, approvedSeconds: 7 * 24 * 3600 },
  search: { max: 64 },
  session: {
    accessSeconds: 43_200,
    refreshSeconds: 30 * 24 * 3600,
    idleSeconds: 3600,
    /** The same in a tenant protected at level three. */
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
    /** Of one network; all but the one that asked for the code have so many together. */
    codeTries: 5,
    codeTriesElsewhere: 20,
    againSeconds: 60,
    phonePerHour: 5,
    phonePerDay: 10,
    addressPerHour: 20,
    tenantPerDay: 2_000,
    /** From this share of the day's messages on somebody is told. */
    alarmShare: 0.8,
    sendTries: 6,
    /** Messages that ended are listed for so long. */
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
 * How long each class of call may take, in milliseconds (CN-01): `quick` is what pages ask of themselves (configuration,
 * captcha, polls), the rest is what people wait for.
 */
export const waitMs = { quick: 30_000, ordinary: 60_000, upload: 600_000, export: 3_600_000 } as const;

/** The class of a call's time-out. */
export type Wait = keyof typeof waitMs;
