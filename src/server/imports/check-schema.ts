import type { TSchema } from 'typebox'
import { ShopError } from '../http/shop-error.ts'
import { InputFault, validatorCompiler } from '../input/validation.ts'

/** Checks an input as the endpoint of a single change does; throws INVALID_INPUT. */
export function createSchemaCheck(schema: TSchema): (input: unknown) => void {
  const validate = validatorCompiler({ schema, method: '', url: '', httpPart: 'body' })
  return (input) => {
    const result: unknown = validate(input)
    const error =
      typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined
    if (!error) return
    if (!(error instanceof InputFault)) throw error
    throw new ShopError('INVALID_INPUT', { message: error.texts, fields: error.fields })
  }
}
