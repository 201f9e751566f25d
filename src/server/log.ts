import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { isDatabaseUnavailable } from './db/database-error.ts'

export type Log = FastifyBaseLogger

/** Addresses may carry keys and codes in their query, so they are logged without it. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: {
      err: describeError,
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        path: url.split('?')[0],
      }),
    },
    hooks: { logMethod: createOutageFilter() },
  }
  return destination ? pino(options, destination) : pino(options)
}

const outageEveryMs = 60_000

/** The job queue emits a copy of an error that is none itself, with its message and code. */
function isOutage(err: unknown): boolean {
  if (err === undefined) return false
  if (err instanceof Error) return isDatabaseUnavailable(err)
  const { message, code } = (err ?? {}) as { message?: string; code?: string }
  return isDatabaseUnavailable(Object.assign(new Error(message), { code }))
}

/**
 * While the database is away every poller and listener fails again and again. Each message is logged
 * whole at first, then once a minute with its number; answers to requests are logged one by one.
 */
function createOutageFilter(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const told = new Map<string, { at: number; left: number }>()
  return function logMethod(args, method) {
    const [fields, message] = args as unknown as [{ err?: unknown } | undefined, unknown]
    const isOfOutage = typeof message === 'string' && isOutage(fields?.err)
    if (!isOfOutage || 'reqId' in this.bindings()) return method.apply(this, args)
    const last = told.get(message)
    const now = performance.now()
    if (last && now - last.at < outageEveryMs) {
      last.left++
      return
    }
    told.set(message, { at: now, left: 0 })
    if (!last) return method.apply(this, args)
    const { name, code } = (fields?.err ?? {}) as { name?: string; code?: string }
    method.apply(this, [{ fault: code ?? name, times: last.left + 1 }, message])
  }
}

/**
 * The properties of an error that help to find its cause, without the objects that drivers attach
 * to it. The values of a failed query are left out: hashes of passwords and addresses of people are
 * among them.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  const [message = ''] = error.message.split('\nparams: ')
  return {
    type: error.name,
    message,
    stack: error.stack?.replace(error.message, message),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
