import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { isDefinitiveFailure, useIdempotencyKey } from './idempotency-key.ts'

test('keeps the key for the same content until the outcome is known', () => {
  const { result } = renderHook(useIdempotencyKey)
  const first = result.current.keyOf({ name: '王小明' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(result.current.keyOf({ name: '王小明' })).toBe(first)
  result.current.reset()
  expect(result.current.keyOf({ name: '王小明' })).not.toBe(first)
})

test('takes another key for other content', () => {
  const { result } = renderHook(useIdempotencyKey)
  const first = result.current.keyOf({ name: '王小明' })
  expect(result.current.keyOf({ name: '王大明' })).not.toBe(first)
})

test('counts only a clear refusal by the server as a definitive failure', () => {
  const running = { code: 'IDEMPOTENCY_KEY_RUNNING' } as const
  expect(isDefinitiveFailure(new ApiError(409, ['購物車內沒有商品'], { code: 'CART_EMPTY' }))).toBe(
    true,
  )
  expect(isDefinitiveFailure(new ApiError(409, ['購物車內沒有商品']))).toBe(true)
  expect(isDefinitiveFailure(new ApiError(409, ['處理中'], running))).toBe(false)
  expect(isDefinitiveFailure(ApiError.networkError())).toBe(false)
  expect(isDefinitiveFailure(new ApiError(503, ['系統忙碌中，請稍後再試']))).toBe(false)
})
