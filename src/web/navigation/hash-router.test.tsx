import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { createHashHistory } from './hash-history.ts'
import { HashRouter } from './hash-router.tsx'

const history = createHashHistory()

/** Left as soon as it is drawn: effects of a child run before those of the router around it. */
function Impatient() {
  const { pathname } = useLocation()
  useLayoutEffect(() => history.push('/main/track'), [])
  return <p>{pathname}</p>
}

it('ROUTE-01 a link followed before the router listens is not lost', async () => {
  render(
    <HashRouter history={history}>
      <Impatient />
    </HashRouter>,
  )
  expect(await screen.findByText('/main/track')).toBeDefined()
})
