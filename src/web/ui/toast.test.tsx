import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast.tsx'
import { hideToast, showToast, toastState } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  hideToast()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('TOAST-06 the state is a message, a success flag, an open flag and autoHideDuration', () => {
  showToast({ message: '已加入購物車', success: true })
  expect(toastState()).toEqual({
    message: '已加入購物車',
    success: true,
    open: true,
    autoHideDuration: 6000,
  })
  hideToast()
  expect(toastState().open).toBe(false)
})

test('TOAST-03 it hides by itself after 6000 ms', () => {
  render(<ToastRegion />)
  show({ message: '已建立訂單', success: true })
  wait(5999)
  expect(screen.getByRole('status').textContent).toBe('已建立訂單')
  wait(1)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('TOAST-05 the next toast has its whole time', () => {
  render(<ToastRegion />)
  show({ message: '已加入購物車', success: true, autoHideDuration: 3000 })
  wait(2900)
  show({ message: '已加入購物車', success: true, autoHideDuration: 3000 })
  wait(2900)
  expect(screen.getByRole('status').textContent).toBe('已加入購物車')
  wait(100)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('TOAST-02 a failure is an alert, a success a status, and TOAST-04 the button closes it', () => {
  render(<ToastRegion />)
  show({ message: '找不到產品', success: false })
  expect(screen.getByRole('alert').textContent).toBe('找不到產品')
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => screen.getByRole('button', { name: '關閉通知' }).click())
  expect(screen.getByRole('alert').textContent).toBe('')
})
