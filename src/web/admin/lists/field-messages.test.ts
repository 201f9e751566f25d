import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { fieldMessages } from './field-messages.ts'

const labels = { title: '標題', origin_price: '原價', imagesUrl: '圖片網址' }

describe('the messages of a refused save', () => {
  it('stand beside their fields, named by the label', () => {
    const error = new ApiError(400, [' title 欄位為必填', 'origin_price 型別錯誤'])
    expect(fieldMessages(error, labels)).toEqual({
      title: '標題 欄位為必填',
      origin_price: '原價 型別錯誤',
    })
  })

  it('find the field of an entry of a list, and show the first text of a field only', () => {
    const error = new ApiError(400, ['imagesUrl[1] 型別錯誤', 'imagesUrl 屬性不得為空'])
    expect(fieldMessages(error, labels)).toEqual({ imagesUrl: '圖片網址 型別錯誤' })
  })

  it('leave other texts and other errors to the toast', () => {
    expect(fieldMessages(new ApiError(409, ['優惠碼已存在']), labels)).toEqual({})
    expect(fieldMessages(new Error('title'), labels)).toEqual({})
    expect(fieldMessages(null, labels)).toEqual({})
  })
})
