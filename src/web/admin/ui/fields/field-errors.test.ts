import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { fieldErrors } from './field-errors.ts'

const words = {
  title: { label: '標題' },
  price: { label: '售價', invalid: '售價須為 0 以上的整數' },
  code: { label: '優惠碼', codes: ['COUPON_CODE_TAKEN' as const] },
}
const values: Record<string, unknown> = { title: ' ', price: 12.5, code: 'frost' }
const read = (error: unknown) => fieldErrors(error, words, (field) => values[field])

describe('the faulty fields of a refused save (HAND-05)', () => {
  it('reads them from the messages, in the order of the form', () => {
    const error = new ApiError(400, ['price 型別錯誤', ' title 欄位為必填', 'other 型別錯誤'])
    expect(read(error)).toEqual([
      { field: 'title', text: '請輸入標題' },
      { field: 'price', text: '售價須為 0 以上的整數' },
    ])
  })

  it('prefers the names that the server sends', () => {
    const error = Object.assign(new ApiError(400, ['x']), { fields: { code: 'code 型別錯誤' } })
    expect(read(error)).toEqual([{ field: 'code', text: '優惠碼的內容不正確' }])
  })

  it('gives an error of one field to that field', () => {
    expect(read(new ApiError(409, ['優惠碼已存在']))).toEqual([
      { field: 'code', text: '優惠碼已存在' },
    ])
  })

  it('finds none in an error that speaks of no field', () => {
    expect(read(new ApiError(404, ['找不到產品']))).toEqual([])
    expect(read(new Error('price broke'))).toEqual([])
  })
})
