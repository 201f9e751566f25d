import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FindDialog } from './find-dialog.tsx'

afterEach(cleanup)

test('a half typed day is not applied as none', () => {
  const onApply = vi.fn()
  const fields = [
    { name: 'from', label: '訂購日起', isDay: true },
    { name: 'to', label: '訂購日迄', isDay: true },
  ]
  const values = { from: '2026-11-01', to: '' }
  render(<FindDialog fields={fields} values={values} onClose={vi.fn()} onApply={onApply} />)
  const from = screen.getByLabelText<HTMLInputElement>('訂購日起')
  fireEvent.change(from, { target: { value: '' } })
  Object.defineProperty(from, 'validity', { value: { badInput: true }, configurable: true })
  fireEvent.click(screen.getByText('套用'))
  expect(onApply).not.toHaveBeenCalled()
  expect(screen.getAllByText('請輸入正確的日期')).toHaveLength(1)
  expect(document.activeElement).toBe(from)
  Object.defineProperty(from, 'validity', { value: { badInput: false } })
  fireEvent.click(screen.getByText('套用'))
  expect(onApply).toHaveBeenCalledWith({ from: '', to: '' })
})
