import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { otherShapes } from '#contract/other-shapes.ts'
import { t } from '#contract/translate.ts'

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  verbose: true,
})

ajv.addKeyword({
  keyword: otherShapes,
  type: 'object',
  before: 'properties',
  modifying: true,
  validate: (
    shapes: Record<string, string | { object: string }>,
    data: Record<string, unknown>,
  ) => {
    for (const [name, shape] of Object.entries(shapes)) {
      const isMeant =
        typeof shape === 'string' ? isListWith(data[name], shape) : has(data[name], shape.object)
      if (!isMeant) delete data[name]
    }
    return true
  },
})

function has(entry: unknown, key: string): boolean {
  return typeof entry === 'object' && entry !== null && key in entry
}

function isListWith(value: unknown, key: string): boolean {
  return Array.isArray(value) && value.every((entry) => has(entry, key))
}

/**
 * Compiles the schemas of the contract; nothing is coerced, filled in or taken away. Each is compiled
 * at its first use: all of them at once are half of a start, and 8 MB of functions.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  let validate: ValidateFunction | undefined
  return (value: unknown) => {
    validate ??= ajv.compile(schema)
    if (validate(value)) return { value }
    return { error: new InputFault(validate.errors ?? []) }
  }
}

/** Why an input is refused, as one text for each faulty field. */
export class InputFault extends Error {
  override name = 'InputFault'
  readonly statusCode = 400
  readonly fields: Record<string, string>

  constructor(errors: ErrorObject[]) {
    // A condition is no fault of its own: those within it are told.
    const fields = textsByField(errors.filter(({ keyword }) => keyword !== 'if'))
    super(Object.values(fields).join(' / '))
    this.fields = fields
  }

  get texts(): string[] {
    return Object.values(this.fields)
  }
}

/**
 * Each field gets one message, for the first of its faults: missing, empty, out of range, wrong
 * type.
 */
function textsByField(errors: ErrorObject[]): Record<string, string> {
  const byField = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const field = fieldOf(error)
    const faults = byField.get(field)
    // Appended in place: a body of 1 MB can have hundreds of thousands of faults in one field.
    if (faults) faults.push(error)
    else byField.set(field, [error])
  }
  return Object.fromEntries(
    [...byField].map(([field, faults]) => [field, fieldText(field, faults)]),
  )
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') path.push(String(error.params.missingProperty))
  const named = path.filter((step) => !/^[0-9]+$/.test(step) && step !== 'data')
  return named.at(-1) ?? 'data'
}

function fieldText(field: string, faults: ErrorObject[]): string {
  const has = (...keywords: string[]) => faults.some(({ keyword }) => keywords.includes(keyword))
  if (has('required')) return t(' {field} 欄位為必填', { field })
  if (faults.some(({ data }) => data === '')) return t('{field} 屬性不得為空', { field })
  if (has('maxLength')) return t('{field} 長度超過上限', { field })
  if (has('maxItems', 'minItems')) return t('{field} 數量不符規定', { field })
  if (has('minimum', 'maximum') && faults.some(({ data }) => Number.isInteger(data))) {
    return t('{field} 數值超出範圍', { field })
  }
  return t('{field} 型別錯誤', { field })
}
