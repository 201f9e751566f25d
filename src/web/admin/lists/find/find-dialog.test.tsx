import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { FindDialog } from './find-dialog.tsx'
import type { FindPickerProps } from './list-find.ts'

afterEach(cleanup)

function Shown({ value }: FindPickerProps) {
  return <output>{value}</output>
}

test('a half typed day is not applied as none', () => {
  const onApply = vi.fn()
  const fields = [
    { name: 'from', label: '訂購日起', isDay: true },
    { name: 'to', label: '訂購日迄', isDay: true },
  ]
  const values = { from: '2026-11-01', to: '' }
  renderAdmin(<FindDialog fields={fields} values={values} onClose={vi.fn()} onApply={onApply} />)
  const from = screen.getByLabelText<HTMLInputElement>('訂購日起')
  fireEvent.change(from, { target: { value: '' } })
  Object.defineProperty(from, 'validity', { value: { badInput: true }, configurable: true })
  fireEvent.click(screen.getByText('套用'))
  expect(onApply).not.toHaveBeenCalled()
  expect(screen.getAllByText('請輸入正確的日期')).toHaveLength(1)
  expect(document.activeElement).toBe(from)
  Object.defineProperty(from, 'validity', { value: { badInput: false } })
  fireEvent.click(screen.getByText('套用'))
  // A filter that was not touched is not applied: it may have been changed since.
  expect(onApply).toHaveBeenCalledWith({ from: '' })
})

test('a bound is read as people write it, and one that is no amount is not applied (MEND-82)', () => {
  const onApply = vi.fn()
  const fields = [{ name: 'price_min', label: '最低售價', isNumber: true }]
  renderAdmin(<FindDialog fields={fields} values={{}} onClose={vi.fn()} onApply={onApply} />)
  const bound = screen.getByLabelText('最低售價')
  fireEvent.change(bound, { target: { value: '-5' } })
  fireEvent.click(screen.getByText('套用'))
  expect(onApply).not.toHaveBeenCalled()
  expect(screen.getByText('「-5」不是 0 以上的整數')).toBeTruthy()
  fireEvent.change(bound, { target: { value: 'NT$1,280.00' } })
  fireEvent.click(screen.getByText('套用'))
  expect(onApply).toHaveBeenCalledWith({ price_min: '1280' })
})

test('what a role may not choose is shown only to be taken off (DOOR-06)', () => {
  const fields = [
    { name: 'customer', label: '顧客', permission: 'customer.read' as const, Picker: Shown },
  ]
  const open = (values: Record<string, string>) => {
    renderAdmin(
      <FindDialog fields={fields} values={values} onClose={vi.fn()} onApply={vi.fn()} />,
      { role: 'packer' },
    )
    const shown = screen.queryByText('7') !== null
    cleanup()
    return shown
  }
  expect([open({}), open({ customer: '7' })]).toEqual([false, true])
})
