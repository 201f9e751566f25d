import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { QuantityStepper } from './quantity-stepper.tsx'
import { hideToast, toastState } from './toast-store.ts'

afterEach(cleanup)

function Counted() {
  const [value, setValue] = useState(1)
  return (
    <>
      <QuantityStepper value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '數量' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const value = () => screen.getByRole('status').textContent

test('DETAIL-09 VALID-04 it starts at 1, and minus works only above 1', async () => {
  render(<Counted />)
  expect(field().value).toBe('1')
  expect(button('減少數量').ariaDisabled).toBe('true')
  await userEvent.click(button('增加數量'))
  expect(value()).toBe('2')
  await userEvent.click(button('減少數量'))
  expect(value()).toBe('1')
})

test('VALID-05 VALID-06 VALID-07 what is typed counts at once, and is normalised on leaving', async () => {
  render(<Counted />)
  await userEvent.clear(field())
  await userEvent.type(field(), '2.9x')
  expect(field().value).toBe('2.9')
  expect(value()).toBe('2')
  await userEvent.tab()
  expect(field().value).toBe('2')
  await userEvent.clear(field())
  expect(value()).toBe('1')
  await userEvent.type(field(), '99999')
  expect(field().value).toBe('9999')
  expect(button('增加數量').ariaDisabled).toBe('true')
  await userEvent.clear(field())
  await userEvent.tab()
  expect(field().value).toBe('1')
})

test('VALID-05 a pasted amount or sign that is refused changes nothing and is said (MEND-82)', async () => {
  render(<Counted />)
  for (const text of ['1,280', '-5', '35.00']) {
    hideToast()
    await userEvent.tripleClick(field())
    await userEvent.paste(text)
    expect([field().value, value()]).toEqual(['1', '1'])
    expect(toastState()).toMatchObject({ open: true, message: '數量請輸入 1 到 9999 的數字' })
  }
})
