import serializerOf, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

type Serialize = (data: unknown) => string

/**
 * Compiles a schema once, however many routes answer by it: each serializer keeps a validator of its
 * own, and the replies of a refusal are the same two of every route.
 */
export function createSerializerCompiler(): FastifySerializerCompiler<Schema> {
  const known = new WeakMap<object, Serialize>()
  return ({ schema }) => {
    const serialize = known.get(schema) ?? serializerOf(schema)
    known.set(schema, serialize)
    return serialize
  }
}
