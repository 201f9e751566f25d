/** As much of a JSON schema as the served document uses. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  patternProperties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  items?: JsonSchema
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** The same schema, with no key allowed where it names its keys and does not say that more may come. */
export function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, patternProperties } = schema
  const isOpen = schema.additionalProperties !== undefined || !properties
  return {
    ...schema,
    ...(!isOpen && { additionalProperties: false }),
    ...(properties && { properties: closedEach(properties) }),
    ...(patternProperties && { patternProperties: closedEach(patternProperties) }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  }
}

function closedEach(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]))
}

/** The path of a value in a body: names of keys, and 0 for the first entry of a list. */
export type FieldPath = (string | number)[]

type Field = [FieldPath, JsonSchema]
const known = new WeakMap<JsonSchema, Field[]>()

/** The paths of all values that the schema names, the outermost first. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const fields = known.get(schema) ?? fieldsBelow(schema, [])
  known.set(schema, fields)
  return fields
}

function fieldsBelow(schema: JsonSchema, at: FieldPath): Field[] {
  const own: Field[] = at.length > 0 ? [[at, schema]] : []
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    fieldsBelow(child, [...at, name]),
  )
  const entries = schema.items ? fieldsBelow(schema.items, [...at, 0]) : []
  return [...own, ...below, ...entries]
}
