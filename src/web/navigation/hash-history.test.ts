import { beforeEach, expect, test, vi } from 'vitest'
import { createHashHistory } from './hash-history.ts'

// One for all tests, as in a window.
const shop = createHashHistory()
beforeEach(() => shop.push('/start'))

const popped = () => new Promise((done) => addEventListener('popstate', done, { once: true }))

async function goBack() {
  const done = popped()
  history.back()
  await done
}

/** Where the shop is, and where the address bar says that it is. */
function place() {
  return [shop.current().location.pathname, location.hash]
}

test('what is pushed can be gone back from, with its key and its state', async () => {
  const first = shop.current().location
  shop.push('/main/prods?page=2', { from: 'test' })
  expect(shop.current()).toMatchObject({
    kind: 'PUSH',
    location: { pathname: '/main/prods', search: '?page=2', state: { from: 'test' } },
  })
  expect(shop.current().location.key).not.toBe(first.key)
  await goBack()
  expect(shop.current()).toMatchObject({ kind: 'POP', location: { key: first.key } })
  expect(place()).toEqual(['/start', '#/start'])
})

test('a typed address is a new screen, with a key of its own', async () => {
  const first = shop.current().location
  const done = popped()
  location.hash = '#/main/track'
  await done
  expect(shop.current()).toMatchObject({ kind: 'PUSH', location: { pathname: '/main/track' } })
  expect(shop.current().location.key).not.toBe(first.key)
})

test('an address without a slash is one from the top', async () => {
  const done = popped()
  location.hash = '#main/track'
  await done
  expect(shop.current().location.pathname).toBe('/main/track')
})

test('a guard holds a link back, and the retry leaves', () => {
  let retry: (() => void) | undefined
  const free = shop.guard((attempt) => {
    retry = attempt
    return true
  })
  shop.push('/main/cart')
  expect(place()).toEqual(['/start', '#/start'])
  free()
  retry?.()
  expect(place()).toEqual(['/main/cart', '#/main/cart'])
})

test('a guard holds the back button, the address bar stays right, and the retry goes back', async () => {
  shop.push('/backend/product')
  let retry: (() => void) | undefined
  const free = shop.guard((attempt) => {
    retry = attempt
    return true
  })
  const told = vi.fn()
  const stop = shop.listen(told)
  await goBack()
  await popped()
  expect(place()).toEqual(['/backend/product', '#/backend/product'])
  expect(told).not.toHaveBeenCalled()
  stop()
  free()
  const done = popped()
  retry?.()
  await done
  expect(place()).toEqual(['/start', '#/start'])
})

test('a reload finds the entry and its key again', () => {
  shop.push('/main/cart', { from: 'test' })
  expect(createHashHistory().current().location).toEqual(shop.current().location)
})
