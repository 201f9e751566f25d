import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** What every part of the server logs to. */
export type Log = FastifyBaseLogger

/** Addresses may carry keys and codes in their query, so they are logged without it. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: {
      err: describeError,
      req: ({ method, url }: { method: string; url: string }) => ({
        method,
        path: url.split('?')[0],
      }),
    },
  })
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
