import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { useDialogRoutes } from './use-dialog-routes.ts'

function renderList() {
  return renderHook(() => ({ routes: useDialogRoutes('/list'), location: useLocation() }), {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={['/before', '/list']} initialIndex={1}>
        {children}
      </MemoryRouter>
    ),
  }).result
}

test('a dialog that has saved goes back to its list', () => {
  const list = renderList()
  act(() => list.current.routes.open('new'))
  expect(list.current.location.pathname).toBe('/list/new')
  act(() => list.current.routes.closeSaved())
  expect(list.current.location.pathname).toBe('/list')
})

test('a save that ends after its dialog was closed stays at the list', () => {
  const list = renderList()
  act(() => list.current.routes.open('new'))
  const { closeSaved } = list.current.routes
  act(() => list.current.routes.close())
  act(closeSaved)
  expect(list.current.location.pathname).toBe('/list')
})

test('a save that ends after its dialog was closed leaves the next dialog open', () => {
  const list = renderList()
  act(() => list.current.routes.open('new'))
  const { closeSaved } = list.current.routes
  act(() => list.current.routes.close())
  act(() => list.current.routes.open('7/edit'))
  act(closeSaved)
  expect(list.current.location.pathname).toBe('/list/7/edit')
})
