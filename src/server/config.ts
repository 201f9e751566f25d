import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { type InvoicesConfig, productionInvoiceFaults, readInvoices } from './config-invoices.ts'
import { type LineConfig, productionLineFaults, readLine } from './config-line.ts'
import {
  type LogisticsConfig,
  logisticsFormActions,
  productionLogisticsFaults,
  readLogistics,
} from './config-logistics.ts'
import {
  type BackupSettings,
  type MetricsSettings,
  readBackupSettings,
  readMetrics,
  readTraces,
  type TracesSettings,
  withSecretFiles,
} from './config-operations.ts'
import {
  type GatewaySettings,
  gatewayFormActions,
  type PaymentProviderName,
  productionPaymentFaults,
  readGateway,
  readPaymentProvider,
  readSettingsGateway,
  type SettingsGateway,
} from './config-payments.ts'
import {
  type BucketSettings,
  EnvReader,
  type FirstAdmin,
  type IdentitySettings,
} from './config-reader.ts'
import { type LimitSizes, readLimitSizes } from './limits/limit-sizes.ts'
import { meansProduction, productionFaults } from './production.ts'

/** Everything that the environment decides. Read once at start and passed down. */
export interface Config {
  host: string
  port: number
  /** The shop's own address as shoppers reach it, without a trailing slash; null: the request's. */
  publicUrl: string | null
  dataDir: string
  webDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /**
   * The same database by connections that stay with their session, where `databaseUrl` leads to a
   * pooler that lends them by transaction. Null: `databaseUrl` does.
   */
  databaseListenUrl: string | null
  /** Connections of the whole node; its workers share them out. */
  databasePoolSize: number
  /** How long a request waits for the database: for a connection, a lock, a statement. */
  databaseTimeoutMs: number
  /** Processes that serve this port together. */
  workers: number
  /** How long a stopping node still takes callers, for proxies to notice. */
  drainSeconds: number
  /** The path of the shop's API: `/v2/api/<shopPath>`. */
  shopPath: string
  /** Other origins whose pages may call the API with credentials. */
  corsOrigins: string[]
  /** Other origins that a form of our pages may be sent to, such as a payment gateway's. */
  formActions: string[]
  isDevelopment: boolean
  /** A production shop refuses to start with settings that only a trial shop may have. */
  isProduction: boolean
  /** The payment provider; null: none is configured. */
  payments: PaymentProviderName | null
  /** The account of the environment; null: it names none. */
  gateway: GatewaySettings | null
  settingsGateway: SettingsGateway
  /** Logistics: convenience stores and their parcels. */
  logistics: LogisticsConfig
  /** The account that issues invoices. */
  invoices: InvoicesConfig
  /** LINE: sign-in, messages and LINE Pay. */
  line: LineConfig
  /** A push service to try the shop on; null: those of the browsers alone. */
  pushUrl: string | null
  /** Addresses of proxies whose X-Forwarded headers are believed. */
  trustedProxies: string[]
  /** One cart for all callers without an identity, for clients that keep no cookie. */
  isGuestShared: boolean
  loadsDemo: boolean
  /** The demo shop opens with campaigns; nothing without `loadsDemo`. */
  loadsDemoCampaigns: boolean
  firstAdmin: FirstAdmin | null
  logLevel: string
  identity: IdentitySettings
  /** How often a caller may do what. */
  limits: LimitSizes
  /** How long a connection may take for its headers, a body, an upload, and for nothing at all. */
  timeouts: {
    headersSeconds: number
    bodySeconds: number
    uploadSeconds: number
    idleSeconds: number
  }
  /** Null: the settings may name a mail server. */
  smtpUrl: string | null
  /** Null: the settings say who sends. */
  mailFrom: string | null
  /** No more mails than these leave in an hour; the others wait. */
  mailsPerHour: number
  passwordPolicy: PasswordPolicySettings
  /** Encrypts the secrets in the database; null: a file under `dataDir`, for a shop of one node. */
  secretsKey: Buffer | null
  /** The key to which `npm run admin -- rotate-secrets` goes over; the shop itself does not use it. */
  secretsKeyNext: Buffer | null
  /** Where uploaded pictures are stored; null: under `dataDir`, for a shop of one node. */
  uploadsBucket: BucketSettings | null
  backup: BackupSettings
  /** Null: no metrics are served. */
  metrics: MetricsSettings | null
  /** Null: nothing is traced. */
  traces: TracesSettings | null
  webhooks: {
    /** They may lead to this machine and its networks, to try them. */
    allowsPrivate: boolean
  }
  /** Whether anybody may read the API's document and its page. */
  showsApiDocs: boolean
}

export interface PasswordPolicySettings {
  minLength: number
  maxLength: number
  needsLowercase: boolean
  needsUppercase: boolean
  needsDigit: boolean
  needsSymbol: boolean
}

/** The environment does not make a configuration: `faults` has one sentence for each wrong value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** A few for each processor: more only wait for each other in the database. */
function poolSizeFor(cores: number): number {
  return Math.min(40, Math.max(10, 4 * cores))
}

/**
 * As `readConfig`, for a command beside the shop: the first administrator and the demo shop are those
 * of the server alone.
 */
export function readCommandConfig(env: NodeJS.ProcessEnv): Config {
  const { ADMIN_USERNAME: _, ADMIN_PASSWORD: __, ADMIN_PASSWORD_FILE: ___, ...others } = env
  return readConfig({ ...others, DEMO: '0' })
}

/** Reads and checks the whole environment; throws one ConfigError that lists all faults. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const whole = withSecretFiles(env, faults)
  const read = new EnvReader(whole, faults)
  const isProduction = meansProduction(whole)
  const payments = readPaymentProvider(read, isProduction)
  const gateway = readGateway(read, payments)
  const settingsGateway = readSettingsGateway(read, gateway)
  const trial = { payments, gatewayUrl: gateway?.url ?? null }
  const logistics = readLogistics(read, trial)
  const invoices = readInvoices(read, trial)
  const config: Config = {
    host: read.text('HOST', 'localhost'),
    port: read.integer('PORT', 3000, 0, 65_535),
    publicUrl: read.origin('PUBLIC_URL'),
    dataDir: resolve(read.text('DATA_DIR', '.data')),
    webDir: resolve(read.text('WEB_DIR', 'dist/web')),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseListenUrl: read.url('DATABASE_LISTEN_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.integer(
      'DATABASE_POOL_SIZE',
      poolSizeFor(availableParallelism()),
      1,
      500,
    ),
    databaseTimeoutMs: read.integer('DATABASE_TIMEOUT', 3, 1, 60) * 1_000,
    workers: read.integer('WORKERS', 1, 1, 256),
    drainSeconds: read.integer('DRAIN_SECONDS', 0, 0, 300),
    shopPath: read.pattern('SHOP_PATH', 'shopping-minmin', /^[\w-]{1,64}$/),
    corsOrigins: read.list('CORS_ORIGINS', /^https?:\/\/[^/]+$/),
    formActions: [
      ...new Set([
        ...read.list('FORM_ACTIONS', /^https?:\/\/[^/;,\s]+$/),
        ...gatewayFormActions(gateway, payments, settingsGateway),
        ...logisticsFormActions(logistics),
      ]),
    ],
    isDevelopment: read.flag('DEVELOPMENT', false),
    isProduction,
    payments,
    gateway,
    settingsGateway,
    logistics,
    invoices,
    line: readLine(read),
    pushUrl: read.origin('PUSH_URL'),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    isGuestShared: read.flag('SHARED_GUEST', false),
    loadsDemo: read.flag('DEMO', !isProduction),
    loadsDemoCampaigns: read.flag('DEMO_CAMPAIGNS', true),
    firstAdmin: read.firstAdmin(),
    logLevel: read.pattern('LOG_LEVEL', 'warn', /^(trace|debug|info|warn|error|fatal|silent)$/),
    identity: read.identity(),
    limits: readLimitSizes(
      (variable, fallback) => read.integer(variable, fallback, 1, 2_000_000_000),
      {
        identity: read.integer('IDENTITY_LIMITS', 1, 1, 10_000),
        write: read.integer('WRITE_LIMITS', 1, 1, 10_000),
      },
    ),
    timeouts: {
      headersSeconds: read.integer('HEADERS_TIMEOUT', 10, 1, 60),
      bodySeconds: read.integer('BODY_TIMEOUT', 15, 1, 300),
      uploadSeconds: read.integer('UPLOAD_TIMEOUT', 300, 60, 3600),
      idleSeconds: read.integer('IDLE_TIMEOUT', 30, 1, 3600),
    },
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.optional('MAIL_FROM'),
    mailsPerHour: read.integer('MAIL_PER_HOUR', 10_000, 1, 1_000_000),
    passwordPolicy: {
      minLength: read.integer('PASSWORD_MIN_LENGTH', 6, 6, 30),
      maxLength: read.integer('PASSWORD_MAX_LENGTH', 4096, 30, 4096),
      needsLowercase: read.flag('PASSWORD_LOWERCASE', true),
      needsUppercase: read.flag('PASSWORD_UPPERCASE', false),
      needsDigit: read.flag('PASSWORD_DIGIT', true),
      needsSymbol: read.flag('PASSWORD_SYMBOL', false),
    },
    secretsKey: read.secretsKey('SECRETS_KEY'),
    secretsKeyNext: read.secretsKey('SECRETS_KEY_NEXT'),
    uploadsBucket: read.bucket('UPLOADS_S3', 'uploads/'),
    backup: readBackupSettings(read),
    metrics: readMetrics(read),
    traces: readTraces(read),
    webhooks: { allowsPrivate: read.flag('WEBHOOK_ALLOW_PRIVATE', false) },
    showsApiDocs: read.flag('API_DOCS', true),
  }
  if (isProduction) {
    const publicUrlText = read.optional('PUBLIC_URL')
    read.faults.push(
      ...productionFaults(config),
      ...productionPaymentFaults({ payments, gateway, publicUrlText }),
      ...productionLogisticsFaults(logistics, payments),
      ...productionInvoiceFaults(invoices, payments),
      ...productionLineFaults(config.line),
    )
  }
  if (config.databaseListenUrl !== null && config.databaseUrl === null) {
    read.faults.push('DATABASE_LISTEN_URL needs DATABASE_URL beside it')
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults)
  return config.databaseUrl === null ? withEmbeddedDatabase(config) : config
}

/** Of a shop with the embedded PostgreSQL: its backups have a place of their own. */
export function withEmbeddedDatabase(config: Config): Config {
  const { dataDir, backup } = config
  const dir = backup.dir ?? join(dataDir, 'backups')
  return { ...config, databaseUrl: null, backup: { ...backup, dir } }
}
