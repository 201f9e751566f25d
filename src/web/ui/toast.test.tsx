import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast.tsx'
import { closeToastsOfScreen, hideToast, showToast, toastState } from './toast-store.ts'

beforeEach(() => {
  // The store is shared with the files that ran before in this worker.
  hideToast()
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  act(hideToast)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const status = () => screen.getByRole('status').textContent

test('hides by itself after 6000 ms (TOAST-03)', () => {
  render(<ToastRegion />)
  show({ message: '已建立訂單', success: true })
  wait(5999)
  expect(status()).toBe('已建立訂單')
  wait(1)
  expect(toastState().open).toBe(false)
  wait(100)
  expect(status()).toBe('')
})

test('gives the same words again their whole time (TOAST-05)', () => {
  render(<ToastRegion />)
  show({ message: '已加入購物車', success: true, autoHideDuration: 3000 })
  wait(2900)
  show({ message: '已加入購物車', success: true, autoHideDuration: 3000 })
  wait(2900)
  expect(status()).toBe('已加入購物車')
  wait(200)
  expect(status()).toBe('')
})

test('shows several toasts beside each other', () => {
  render(<ToastRegion />)
  show({ message: '已加入購物車', success: true })
  show({ message: '已套用優惠券', success: true })
  expect(status()).toBe('已套用優惠券已加入購物車')
})

test('shows a failure as an alert, a success as a status, and closes by its button (TOAST-02, TOAST-04)', () => {
  render(<ToastRegion />)
  show({ message: '找不到產品', success: false })
  expect(screen.getByRole('alert').textContent).toBe('找不到產品')
  expect(screen.getByRole('alert').querySelector('[data-tone=danger]')).not.toBeNull()
  expect(status()).toBe('')
  act(() => screen.getByRole('button', { name: '關閉通知' }).click())
  wait(100)
  expect(screen.getByRole('alert').textContent).toBe('')
  show({ message: '已加入購物車', success: true })
  expect(screen.getByRole('status').querySelector('[data-tone=secondary]')).not.toBeNull()
})

test('runs its action once and closes (EASE-19)', () => {
  const onPress = vi.fn()
  render(<ToastRegion />)
  show({ tone: 'success', text: '已清空購物車', action: { label: '復原', onPress } })
  act(() => screen.getByRole('button', { name: '復原' }).click())
  expect(onPress).toHaveBeenCalledOnce()
  expect(toastState().open).toBe(false)
})

test('what was said on a screen goes with it, and the outcome that leads on comes along (EASE-19) (DOOR-06)', () => {
  render(<ToastRegion />)
  show({ tone: 'success', text: '已加入購物車' })
  wait(1_001)
  show({ tone: 'success', text: '已開團' })
  show({ tone: 'failure', text: '找不到產品' })
  act(() => closeToastsOfScreen())
  wait(100)
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(status()).toBe('已開團')
})

test('an offer to undo stays when its screen is left (EASE-19)', () => {
  render(<ToastRegion />)
  show({ tone: 'success', text: '已清空購物車', action: { label: '復原', onPress: vi.fn() } })
  wait(1_001)
  act(() => closeToastsOfScreen())
  expect(screen.getByRole('button', { name: '復原' })).toBeTruthy()
})

test('shows what was said before the region was there', () => {
  showToast({ tone: 'failure', text: '請重新登入' })
  render(<ToastRegion />)
  expect(screen.getByRole('alert').textContent).toBe('請重新登入')
})

test('goes to the other end when a sheet opens under it, and back when that closes', async () => {
  render(<ToastRegion />)
  show({ tone: 'success', text: '已交付' })
  const region = screen.getByRole('region')
  expect(region.dataset.placement).toBe('bottom')
  const sheet = document.createElement('div')
  sheet.setAttribute('role', 'dialog')
  sheet.append(document.createElement('header'))
  sheet.getBoundingClientRect = () => new DOMRect(0, innerHeight - 300, innerWidth, 300)
  document.body.append(sheet)
  await act(async () => vi.advanceTimersByTimeAsync(20))
  expect(region.dataset.placement).toBe('top')
  sheet.remove()
  await act(async () => vi.advanceTimersByTimeAsync(20))
  expect(region.dataset.placement).toBe('bottom')
})
