import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

test('a picture that failed is loaded again once the connection is back (EASE-09)', () => {
  render(<Picture src="/tea.webp" alt="春茶" sizes="100vw" />)
  const picture = () => screen.getByRole('img', { name: '春茶' })
  expect(picture().tagName).toBe('IMG')
  fireEvent.error(picture())
  expect(picture().tagName).toBe('SPAN')
  fireEvent(window, new Event('online'))
  expect(picture().tagName).toBe('IMG')
})
