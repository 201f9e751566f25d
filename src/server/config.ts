import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import {
  type GatewaySettings,
  gatewayFormActions,
  type PaymentProviderName,
  productionPaymentFaults,
  readGateway,
  readPaymentProvider,
} from './config-payments.ts'
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
  /** Connections of the whole node; its workers share them out. */
  databasePoolSize: number
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
  /** Null: payments need no gateway. */
  gateway: GatewaySettings | null
  /** Addresses of proxies whose X-Forwarded headers are believed. */
  trustedProxies: string[]
  /** One cart for all callers without an identity, for clients that keep no cookie. */
  isGuestShared: boolean
  loadsDemo: boolean
  /** The demo shop opens with campaigns; nothing without `loadsDemo`. */
  loadsDemoCampaigns: boolean
  firstAdmin: { username: string; password: string } | null
  logLevel: string
  identity: IdentitySettings
  /** The provider's limits are multiplied by this, for machines that test it from one address. */
  identityLimitScale: number
  /** And the limits of writes by this. */
  writeLimitScale: number
  /** How long a connection may take for its headers, a body, an upload, and for nothing at all. */
  timeouts: {
    headersSeconds: number
    bodySeconds: number
    uploadSeconds: number
    idleSeconds: number
  }
  smtpUrl: string | null
  mailFrom: string
  /** No more mails than these leave in an hour; the others wait. */
  mailsPerHour: number
  passwordPolicy: PasswordPolicySettings
  /** Where uploaded pictures are stored; null: under `dataDir`, for a shop of one node. */
  uploadsBucket: BucketSettings | null
}

/** Whether mails reach their readers: by an SMTP server, or on the pages of development. */
export function canMail({ smtpUrl, isDevelopment }: Pick<Config, 'smtpUrl' | 'isDevelopment'>) {
  return smtpUrl !== null || isDevelopment
}

/** A bucket of S3 or of what speaks its protocol. */
export interface BucketSettings {
  endpoint: string
  region: string
  name: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export type IdentitySettings =
  | { provider: 'own'; apiKey: string }
  | {
      provider: 'firebase'
      apiKey: string
      projectId: string
      authDomain: string
      /** Where the public keys of the project's tokens are published. */
      keysUrl: string
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

const googleKeysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** A few for each processor: more only wait for each other in the database. */
function poolSizeFor(cores: number): number {
  return Math.min(40, Math.max(10, 4 * cores))
}

/** Reads and checks the whole environment; throws one ConfigError that lists all faults. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = new EnvReader(env)
  const isProduction = meansProduction(env)
  const payments = readPaymentProvider(read, isProduction)
  const gateway = readGateway(read, payments)
  const config: Config = {
    host: read.text('HOST', 'localhost'),
    port: read.integer('PORT', 3000, 0, 65_535),
    publicUrl: read.origin('PUBLIC_URL'),
    dataDir: resolve(read.text('DATA_DIR', '.data')),
    webDir: resolve(read.text('WEB_DIR', 'dist/web')),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.integer(
      'DATABASE_POOL_SIZE',
      poolSizeFor(availableParallelism()),
      1,
      500,
    ),
    workers: read.integer('WORKERS', 1, 1, 256),
    drainSeconds: read.integer('DRAIN_SECONDS', 0, 0, 300),
    shopPath: read.pattern('SHOP_PATH', 'shopping-minmin', /^[a-z0-9-]{1,64}$/),
    corsOrigins: read.list('CORS_ORIGINS', /^https?:\/\/[^/]+$/),
    formActions: [
      ...read.list('FORM_ACTIONS', /^https?:\/\/[^/;,\s]+$/),
      ...gatewayFormActions(gateway),
    ],
    isDevelopment: read.flag('DEVELOPMENT', false),
    isProduction,
    payments,
    gateway,
    trustedProxies: read.list('TRUSTED_PROXIES', /^[0-9a-fA-F.:/]+$/),
    isGuestShared: read.flag('SHARED_GUEST', false),
    loadsDemo: read.flag('DEMO', !isProduction),
    loadsDemoCampaigns: read.flag('DEMO_CAMPAIGNS', true),
    firstAdmin: read.firstAdmin(),
    logLevel: read.pattern('LOG_LEVEL', 'warn', /^(trace|debug|info|warn|error|fatal|silent)$/),
    identity: read.identity(),
    identityLimitScale: read.integer('IDENTITY_LIMITS', 1, 1, 10_000),
    writeLimitScale: read.integer('WRITE_LIMITS', 1, 1, 10_000),
    timeouts: {
      headersSeconds: read.integer('HEADERS_TIMEOUT', 10, 1, 60),
      bodySeconds: read.integer('BODY_TIMEOUT', 15, 1, 300),
      uploadSeconds: read.integer('UPLOAD_TIMEOUT', 300, 60, 3600),
      idleSeconds: read.integer('IDLE_TIMEOUT', 30, 1, 3600),
    },
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM', 'MinMin 團購 <no-reply@minmin.example>'),
    mailsPerHour: read.integer('MAIL_PER_HOUR', 1000, 1, 1_000_000),
    passwordPolicy: {
      minLength: read.integer('PASSWORD_MIN_LENGTH', 6, 6, 30),
      maxLength: read.integer('PASSWORD_MAX_LENGTH', 4096, 30, 4096),
      needsLowercase: read.flag('PASSWORD_LOWERCASE', true),
      needsUppercase: read.flag('PASSWORD_UPPERCASE', false),
      needsDigit: read.flag('PASSWORD_DIGIT', true),
      needsSymbol: read.flag('PASSWORD_SYMBOL', false),
    },
    uploadsBucket: read.uploadsBucket(),
  }
  if (isProduction) {
    const publicUrlText = read.optional('PUBLIC_URL')
    read.faults.push(
      ...productionFaults(config),
      ...productionPaymentFaults({ payments, gateway, publicUrlText }),
    )
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults)
  return config
}

class EnvReader {
  readonly faults: string[] = []
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  optional(name: string): string | null {
    return this.#env[name]?.trim() || null
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback
  }

  pattern(name: string, fallback: string, pattern: RegExp): string {
    const value = this.text(name, fallback)
    if (!pattern.test(value)) this.faults.push(`${name} must match ${pattern}, not "${value}"`)
    return value
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const value = this.text(name, String(fallback))
    const number = Number(value)
    if (!/^[0-9]+$/.test(value) || number < minimum || number > maximum) {
      this.faults.push(
        `${name} must be a whole number from ${minimum} to ${maximum}, not "${value}"`,
      )
    }
    return number
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name, fallback ? '1' : '0')
    if (value !== '0' && value !== '1') this.faults.push(`${name} must be 0 or 1, not "${value}"`)
    return value === '1'
  }

  list(name: string, pattern: RegExp): string[] {
    const entries = this.text(name, '').split(',')
    const values = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
    for (const value of values) {
      if (!pattern.test(value)) this.faults.push(`${name} holds "${value}", which is not valid`)
    }
    return values
  }

  /** The value is not repeated in the fault: an address may hold a password. */
  url(name: string, protocols: string[]): string | null {
    const value = this.optional(name)
    if (value === null) return null
    const protocol = /^[a-z]+:/.exec(value)?.[0] ?? ''
    if (!protocols.includes(protocol)) {
      this.faults.push(`${name} must be an address that begins with ${protocols.join(' or ')}`)
    }
    return value
  }

  origin(name: string): string | null {
    const value = this.optional(name)
    if (value === null) return null
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search) {
      this.faults.push(`${name} must be an address such as https://shop.example, without a path`)
      return null
    }
    return url.origin
  }

  firstAdmin(): Config['firstAdmin'] {
    const username = this.optional('ADMIN_USERNAME')
    const password = this.optional('ADMIN_PASSWORD')
    if (username === null && password === null) return null
    if (username === null || password === null) {
      this.faults.push('ADMIN_USERNAME and ADMIN_PASSWORD go together: both or neither')
      return null
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(username))
      this.faults.push('ADMIN_USERNAME must be an e-mail address')
    if (password.length < 8) this.faults.push('ADMIN_PASSWORD must have at least 8 characters')
    return { username, password }
  }

  uploadsBucket(): BucketSettings | null {
    const parts = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']
    const names = parts.map((part) => `UPLOADS_S3_${part}`)
    const missing = names.filter((name) => this.optional(name) === null)
    if (missing.length === names.length) return null
    if (missing.length > 0) this.faults.push(`UPLOADS_S3_* lacks ${missing.join(', ')}`)
    return {
      endpoint: this.origin('UPLOADS_S3_ENDPOINT') ?? '',
      region: this.pattern('UPLOADS_S3_REGION', 'us-east-1', /^[a-z0-9-]{1,64}$/),
      name: this.pattern('UPLOADS_S3_BUCKET', 'missing', /^[a-z0-9.-]{3,63}$/),
      prefix: this.pattern('UPLOADS_S3_PREFIX', 'uploads/', /^([A-Za-z0-9_-]+\/)*$/),
      accessKeyId: this.text('UPLOADS_S3_ACCESS_KEY_ID', ''),
      secretAccessKey: this.text('UPLOADS_S3_SECRET_ACCESS_KEY', ''),
    }
  }

  identity(): IdentitySettings {
    const projectId = this.optional('FIREBASE_PROJECT_ID')
    const apiKey = this.optional('FIREBASE_API_KEY')
    if (projectId === null && apiKey === null) {
      const ownKey = this.pattern('IDENTITY_API_KEY', 'minmin', /^[A-Za-z0-9_-]{1,100}$/)
      return { provider: 'own', apiKey: ownKey }
    }
    if (projectId === null || apiKey === null) {
      this.faults.push('FIREBASE_PROJECT_ID and FIREBASE_API_KEY go together: both or neither')
    }
    return {
      provider: 'firebase',
      apiKey: apiKey ?? '',
      projectId: projectId ?? '',
      authDomain: this.text('FIREBASE_AUTH_DOMAIN', `${projectId}.firebaseapp.com`),
      keysUrl: this.url('FIREBASE_KEYS_URL', ['http:', 'https:']) ?? googleKeysUrl,
    }
  }
}
