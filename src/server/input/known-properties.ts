import type { TSchema } from 'typebox'

/**
 * What of `data` its schema names: a handler may spread what it gets, and nothing comes along that was
 * not validated. A schema with `additionalProperties: true` keeps all, for handlers that store them.
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
