/** The SQLSTATE or the system's code of a failed query, whatever wraps it. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return undefined
}

/** The constraint that a refused write broke. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { constraint } = cause as { constraint?: unknown }
    if (typeof constraint === 'string') return constraint
  }
  return undefined
}

/** The value that a unique constraint refused, of one column: `Key (sku)=(A-1) already exists.` */
export function violatedValue(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { detail } = cause as { detail?: unknown }
    if (typeof detail !== 'string') continue
    const start = detail.indexOf(')=(')
    return start < 0 ? undefined : detail.slice(start + 3, detail.lastIndexOf(')'))
  }
  return undefined
}

/**
 * Classes of SQLSTATE: connection, resources, operator intervention; lock and time limits; and
 * conflicts with another transaction, with nothing written.
 */
const unavailableStates = /^(08|53|57)|^(55P03|25P03|XX000|40001|40P01)$/
const unavailableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
])
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'connection terminated',
  'connection timeout',
  'query read timeout',
  'client has encountered a connection error',
  'not queryable',
]

/** True for a transient failure of the database: a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = databaseErrorCode(error)
  if (code && (unavailableStates.test(code) || unavailableSystemCodes.has(code))) return true
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const message = cause.message.toLowerCase()
    if (unavailableMessages.some((words) => message.includes(words))) return true
  }
  return false
}
