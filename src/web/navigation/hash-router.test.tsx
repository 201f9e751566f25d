import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { createHashHistory } from './hash-history.ts'
import { HashRouter } from './hash-router.tsx'

it('ROUTE-01 a link followed before the router listens is not lost', async () => {
  location.hash = '#/'
  const history = createHashHistory()
  /** Drawn, and already left: effects of a child run before those of the router around it. */
  function Impatient() {
    const { pathname } = useLocation()
    useLayoutEffect(() => history.push('/main/track'), [])
    return <p>{pathname}</p>
  }
  render(
    <HashRouter history={history}>
      <Impatient />
    </HashRouter>,
  )
  expect(await screen.findByText('/main/track')).toBeDefined()
})
