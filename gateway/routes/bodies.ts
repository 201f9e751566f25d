import { faults } from '../faults.ts'

export const fault = { enum: Object.keys(faults) }
export const isOn = { type: 'boolean' }
export const wholeNumber = { type: 'integer', minimum: 1, maximum: 1_000_000 }

/** Options of a route whose body has these properties and no others. */
export function body(properties: object, required: string[] = []) {
  return { schema: { body: { type: 'object', properties, required, additionalProperties: false } } }
}
