import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DayFilter } from './day-filter.tsx'

let searched: string[] = []

function Filtered() {
  const [day, setDay] = useState('2026-11-01')
  return (
    <>
      <DayFilter
        label="開始"
        value={day}
        onSearch={(next) => {
          searched.push(next)
          setDay(next)
        }}
      />
      <button type="button" onClick={() => setDay('2026-10-10')}>
        別處
      </button>
    </>
  )
}

beforeEach(() => {
  searched = []
  render(<Filtered />)
})
afterEach(cleanup)

const field = () => screen.getByLabelText<HTMLInputElement>('開始')
const change = (value: string) => fireEvent.change(field(), { target: { value } })

/** Each digit of a year makes a valid date of its own. */
function typeYear() {
  field().focus()
  const input = field()
  for (const year of ['0002', '0020', '0202', '2025']) {
    fireEvent.keyDown(field(), { key: year.at(-1) })
    change(`${year}-11-01`)
  }
  expect(document.activeElement).toBe(input)
  expect(searched).toEqual([])
}

test('a typed day takes effect on leaving the field', () => {
  typeYear()
  fireEvent.blur(field())
  expect(searched).toEqual(['2025-11-01'])
})

test('a typed day takes effect with Enter and keeps the focus', () => {
  typeYear()
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(searched).toEqual(['2025-11-01'])
  expect(document.activeElement).toBe(field())
  fireEvent.blur(field())
  expect(searched).toEqual(['2025-11-01'])
})

test('a picked day takes effect at once', () => {
  typeYear()
  fireEvent.pointerDown(field())
  change('2026-11-20')
  expect(searched).toEqual(['2026-11-20'])
})

test('it follows a day that changes elsewhere', () => {
  fireEvent.click(screen.getByRole('button', { name: '別處' }))
  expect(field().value).toBe('2026-10-10')
})

/** Mocks `badInput`: a day that is half typed or does not exist has an empty value. */
function setBadInput(badInput: boolean) {
  Object.defineProperty(field(), 'validity', { value: { badInput }, configurable: true })
}

test.each(['blur', 'keyDown'] as const)(
  'a half typed day does not take the filter away: %s',
  (leave) => {
    field().focus()
    fireEvent.keyDown(field(), { key: 'Backspace' })
    setBadInput(true)
    change('')
    fireEvent[leave](field(), { key: 'Enter' })
    expect(searched).toEqual([])
    expect(screen.getByText('請輸入正確的日期')).toBeTruthy()
    setBadInput(false)
    fireEvent.blur(field())
    expect(searched).toEqual([''])
    expect(screen.queryByText('請輸入正確的日期')).toBeNull()
  },
)
