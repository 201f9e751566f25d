import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderAdmin } from '../testing/render-admin.tsx'
import { NoteForm } from './note-form.tsx'

afterEach(cleanup)

const field = () => screen.getByLabelText<HTMLTextAreaElement>('內部備註')
const type = (value: string) => fireEvent.change(field(), { target: { value } })

/** Shows the form, and gives what it adds. */
function renderForm() {
  const added: { text: string; onAdded: () => void }[] = []
  renderAdmin(
    <NoteForm
      permission="order.write"
      isAdding={false}
      onAdd={(text, onAdded) => added.push({ text, onAdded })}
    />,
  )
  return added
}

test('what is typed while a note is saved stays in the form', () => {
  const added = renderForm()
  type('已聯絡 ')
  fireEvent.click(screen.getByText('新增備註'))
  expect(added.map(({ text }) => text)).toEqual(['已聯絡'])
  type('已聯絡，週五再打')
  act(() => added[0]?.onAdded())
  expect(field().value).toBe('已聯絡，週五再打')
})

test('a note that is saved leaves the form', () => {
  const added = renderForm()
  type('已聯絡 ')
  fireEvent.click(screen.getByText('新增備註'))
  act(() => added[0]?.onAdded())
  expect(field().value).toBe('')
})
