import { limitNames, limitVariable } from './limits/limit-sizes.ts'

/** Every variable of the environment that the shop reads; a secret may be given as `{NAME}_FILE`, too. */
export const knownVariables = [
  ...['HOST', 'PORT', 'PUBLIC_URL', 'DATA_DIR', 'WEB_DIR', 'NODE_ENV', 'DEVELOPMENT', 'LOG_LEVEL'],
  ...[
    'DATABASE_URL',
    'DATABASE_LISTEN_URL',
    'DATABASE_POOL_SIZE',
    'DATABASE_TIMEOUT',
    'WORKERS',
    'DRAIN_SECONDS',
    'MINMIN_COMMIT',
  ],
  ...['SHOP_PATH', 'CORS_ORIGINS', 'FORM_ACTIONS', 'TRUSTED_PROXIES', 'SHARED_GUEST', 'API_DOCS'],
  ...['WEBHOOK_ALLOW_PRIVATE', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
  ...['DEMO', 'DEMO_CAMPAIGNS', 'ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ...[
    'PAYMENTS',
    'ECPAY_MERCHANT_ID',
    'ECPAY_HASH_KEY',
    'ECPAY_HASH_IV',
    'ECPAY_CREDIT_CHECK_CODE',
  ],
  ...['ECPAY_STAGE', 'ECPAY_URL', 'ECPAY_LIMITS', 'ECPAY_AUTO_CAPTURE'],
  ...['ECPAY_LOGISTICS_MERCHANT_ID', 'ECPAY_LOGISTICS_HASH_KEY', 'ECPAY_LOGISTICS_HASH_IV'],
  ...['ECPAY_LOGISTICS_CONTRACT', 'ECPAY_LOGISTICS_URL'],
  ...['ECPAY_INVOICE_MERCHANT_ID', 'ECPAY_INVOICE_HASH_KEY', 'ECPAY_INVOICE_HASH_IV'],
  ...['ECPAY_INVOICE_URL'],
  ...['LINE_LOGIN_CHANNEL_ID', 'LINE_LOGIN_CHANNEL_SECRET', 'LINE_MESSAGING_CHANNEL_SECRET'],
  ...['LINE_MESSAGING_ACCESS_TOKEN', 'LINE_PAY_CHANNEL_ID', 'LINE_PAY_CHANNEL_SECRET'],
  ...['LINE_LIFF_ID', 'LINE_PAY_SANDBOX', 'LINE_PAY_AUTO_CAPTURE', 'LINE_URL'],
  'PUSH_URL',
  ...['IDENTITY_API_KEY', 'FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'],
  ...['FIREBASE_KEYS_URL', 'IDENTITY_LIMITS', 'WRITE_LIMITS'],
  ...['HEADERS_TIMEOUT', 'BODY_TIMEOUT', 'UPLOAD_TIMEOUT', 'IDLE_TIMEOUT'],
  ...['SMTP_URL', 'MAIL_FROM', 'MAIL_PER_HOUR'],
  ...['PASSWORD_MIN_LENGTH', 'PASSWORD_MAX_LENGTH', 'PASSWORD_LOWERCASE', 'PASSWORD_UPPERCASE'],
  ...['PASSWORD_DIGIT', 'PASSWORD_SYMBOL', 'SECRETS_KEY', 'SECRETS_KEY_NEXT'],
  ...['UPLOADS_S3_ENDPOINT', 'UPLOADS_S3_BUCKET', 'UPLOADS_S3_ACCESS_KEY_ID', 'UPLOADS_S3_REGION'],
  ...['UPLOADS_S3_SECRET_ACCESS_KEY', 'UPLOADS_S3_PREFIX'],
  ...['BACKUP_DIR', 'BACKUP_AT', 'BACKUP_KEEP', 'BACKUP_RECIPIENT', 'BACKUP_PASSPHRASE'],
  ...['BACKUP_IDENTITY', 'BACKUP_EVERY_HOURS', 'BACKUP_WAL_SECONDS', 'BACKUP_S3_ENDPOINT'],
  ...['BACKUP_S3_BUCKET', 'BACKUP_S3_REGION', 'BACKUP_S3_PREFIX', 'BACKUP_S3_ACCESS_KEY_ID'],
  ...['BACKUP_S3_SECRET_ACCESS_KEY', 'METRICS_PORT', 'METRICS_HOST'],
]

/** Nobody else names variables so. */
const ownPrefix = /^(ECPAY|LINE|LIMIT|UPLOADS_S3|BACKUP|METRICS|SECRETS_KEY|MINMIN)_/

export interface UnknownVariable {
  name: string
  /** Which one was probably meant. */
  meant?: string
}

/** Variables that are set and not read, and look like one of ours: misspelt, or of another release. */
export function unknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  const known = new Set([
    ...knownVariables.flatMap((name) => [name, `${name}_FILE`]),
    ...limitNames.map(limitVariable),
  ])
  return Object.keys(env)
    .filter((name) => env[name] && !known.has(name))
    .flatMap((name) => {
      const meant = knownVariables.find((one) => one.length > 5 && isMisspelt(name, one))
      return meant ? [{ name, meant }] : ownPrefix.test(name) ? [{ name }] : []
    })
}

/** One or two letters too few, too many, wrong or exchanged; separators do not count. */
function isMisspelt(name: string, known: string): boolean {
  const [one, other] = [name, known].map((text) => text.replaceAll('_', '').toUpperCase())
  if (one === undefined || other === undefined) return false
  if (Math.abs(one.length - other.length) > 2) return false
  return distance(one, other) <= (other.length > 6 ? 2 : 1)
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1]
    for (const [m, wanted] of [...other].entries()) {
      const change = (row[m] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(change, (row[m + 1] ?? 0) + 1, (next[m] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
