import Type from 'typebox'
import { expect, it } from 'vitest'
import { InputFault, validatorCompiler } from './validation.ts'

it('refuses hundreds of thousands of faults at once, as one text (A12)', () => {
  const schema = Type.Object({ ids: Type.Array(Type.String({ minLength: 1 })) })
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' })
  const result = validate({ ids: Array<string>(300_000).fill('') })
  const fault = typeof result === 'object' && 'error' in result ? result.error : undefined
  expect(fault).toBeInstanceOf(InputFault)
  expect(fault).toMatchObject({ message: 'ids 屬性不得為空' })
})
