import type pg from 'pg'
import { tracer } from './tracer.ts'

type Query = (...args: unknown[]) => unknown

const maxText = 2_000

/** Spans of the statements of a pool, by their texts without values. */
export function traceStatements(pool: pg.Pool): void {
  if (!tracer()) return
  pool.query = traced(pool.query.bind(pool) as Query) as typeof pool.query
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client) as Query) as typeof client.query
  })
}

/** Of a call with a callback nothing is told: the pool makes it for a statement that is told already. */
function traced(query: Query): Query {
  return (...args) => {
    const text = textOf(args[0])
    const isTold = text !== undefined && typeof args.at(-1) !== 'function'
    const span = isTold ? tracer()?.beginSpan(startOf(text)) : undefined
    const result = query(...args)
    if (span && result instanceof Promise) {
      result.then(
        () => span.end(),
        (error) => span.end({ error }),
      )
    } else span?.end()
    return result
  }
}

/** Undefined for a cursor or a copy. */
function textOf(config: unknown): string | undefined {
  if (typeof config === 'string') return config
  const { text, submit } = Object(config) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}

function startOf(text: string) {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  return {
    name: `postgresql ${operation}`,
    kind: 'client' as const,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, maxText),
    },
  }
}
