import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebounced } from './use-debounced.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function renderText() {
  return renderHook(({ text, isComposing }) => useDebounced(text, { delayMs: 150, isComposing }), {
    initialProps: { text: '', isComposing: false },
  })
}

test('a text settles once it has not changed for a moment', () => {
  const { result, rerender } = renderText()
  rerender({ text: '馬', isComposing: false })
  wait(149)
  rerender({ text: '馬克杯', isComposing: false })
  wait(149)
  expect(result.current).toBe('')
  wait(1)
  expect(result.current).toBe('馬克杯')
})

test('a text that is being composed does not settle', () => {
  const { result, rerender } = renderText()
  rerender({ text: 'ㄇㄚ', isComposing: true })
  wait(1_000)
  expect(result.current).toBe('')
  rerender({ text: '馬', isComposing: false })
  wait(150)
  expect(result.current).toBe('馬')
})
