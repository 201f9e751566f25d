import serializerOf, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

type Serialize = (data: unknown) => string

/**
 * Compiles a schema at its first use, and once, however many routes answer by it: each serializer
 * keeps a validator of its own, and the replies of a refusal are the same two of every route.
 */
export function createSerializerCompiler(): FastifySerializerCompiler<Schema> {
  const known = new WeakMap<object, Serialize>()
  return ({ schema }) => {
    const found = known.get(schema)
    if (found) return found
    let compiled: Serialize | undefined
    const serialize: Serialize = (data) => {
      compiled ??= serializerOf(schema)
      return compiled(data)
    }
    known.set(schema, serialize)
    return serialize
  }
}
