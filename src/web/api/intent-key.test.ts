import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { isRefusal, useIntentKey } from './intent-key.ts'

test('a repeat of the same content keeps its key until the outcome is known', () => {
  const { result } = renderHook(useIntentKey)
  const first = result.current.keyOf({ name: '王小明' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(result.current.keyOf({ name: '王小明' })).toBe(first)
  result.current.settle()
  expect(result.current.keyOf({ name: '王小明' })).not.toBe(first)
})

test('other content gets another key', () => {
  const { result } = renderHook(useIntentKey)
  const first = result.current.keyOf({ name: '王小明' })
  expect(result.current.keyOf({ name: '王大明' })).not.toBe(first)
})

test('only a clear no of the server settles a write', () => {
  expect(isRefusal(new ApiError(409, ['購物車內沒有商品']))).toBe(true)
  expect(isRefusal(new ApiError(409, ['同一筆請求正在處理中，請稍候']))).toBe(false)
  expect(isRefusal(ApiError.ofNetwork())).toBe(false)
  expect(isRefusal(new ApiError(503, ['系統忙碌中，請稍後再試']))).toBe(false)
})
