import type { TSchema } from 'typebox'

/**
 * Properties of `data` in its schema: a handler may spread them without unvalidated ones. A schema
 * with `additionalProperties: true` keeps all, for handlers that store them.
 */
export function knownProperties(schema: TSchema, data: unknown): unknown {
  const { properties, additionalProperties } = schema as {
    properties?: Record<string, unknown>
    additionalProperties?: unknown
  }
  if (!properties || additionalProperties === true) return data
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).filter(([name]) => Object.hasOwn(properties, name))
  return Object.fromEntries(entries)
}
