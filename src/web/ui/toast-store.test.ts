import { afterEach, expect, test } from 'vitest'
import { hideToast, showToast, toastState } from './toast-store.ts'

afterEach(hideToast)

test('TOAST-06 TOAST-03 the state is a message, a success flag, an open flag and a duration', () => {
  showToast({ message: '已加入購物車', success: true })
  expect(toastState()).toEqual({
    message: '已加入購物車',
    success: true,
    open: true,
    autoHideDuration: 6000,
  })
})

test('TOAST-06 a failure is no success, and a duration of its own is kept', () => {
  showToast({ message: '找不到產品', success: false, autoHideDuration: 3000 })
  expect(toastState()).toEqual({
    message: '找不到產品',
    success: false,
    open: true,
    autoHideDuration: 3000,
  })
})

test('TOAST-06 hiding keeps the words, so that they do not change while it goes', () => {
  showToast({ message: '已加入購物車', success: true })
  hideToast()
  expect(toastState()).toMatchObject({ message: '已加入購物車', success: true, open: false })
})
