import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { bulkOutcome } from './bulk-outcome.ts'

const done = (message = '已刪除產品') => ({ status: 'fulfilled' as const, value: { message } })
const failed = (message: string) => ({
  status: 'rejected' as const,
  reason: new ApiError(404, [message]),
})

const deleted = (count: number) => `成功刪除 ${count} 筆資料`

describe('DELETE-14 what a delete came to', () => {
  it.each([
    ['one entry: the words of the server', [done()], 1, '已刪除產品', true],
    ['several entries: their number', [done(), done(), done()], 3, '成功刪除 3 筆資料', true],
    [
      'some entries: what worked and what did not',
      [done(), failed('找不到產品'), done(), failed('找不到產品')],
      2,
      '成功刪除 2 筆資料，2 筆未刪除：找不到產品',
      false,
    ],
    ['one of two', [failed('逾時'), done()], 1, '成功刪除 1 筆資料，1 筆未刪除：逾時', false],
    ['none: every reason once', [failed('逾時'), failed('逾時')], 0, '逾時', false],
  ])('%s', (_, results, done, message, success) => {
    expect(bulkOutcome(results, deleted, '未刪除')).toEqual({ done, toast: { message, success } })
  })

  it('throws a 401 even if other entries were deleted', () => {
    const unauthorized = {
      status: 'rejected' as const,
      reason: new ApiError(401, ['驗證錯誤, 請重新登入']),
    }
    expect(() => bulkOutcome([done(), unauthorized], deleted)).toThrow('驗證錯誤')
  })
})
