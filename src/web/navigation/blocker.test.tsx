import { act, render, screen } from '@testing-library/react'
import { createHashRouter, RouterProvider, useBlocker } from 'react-router'
import { expect, test } from 'vitest'

function Blocked() {
  const { state, proceed } = useBlocker(true)
  return (
    <button type="button" onClick={proceed}>
      {state}
    </button>
  )
}

test('leaves by Back once the shopper decides to, while the blocker is still mounted', async () => {
  location.hash = '#/'
  const router = createHashRouter([
    { path: '/', element: 'before' },
    { path: '/form', element: <Blocked /> },
  ])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/form'))
  act(() => history.back())
  ;(await screen.findByText('blocked')).click()
  await screen.findByText('before')
  expect(location.hash).toBe('#/')
})
