import { act, cleanup, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { headMarkup, headSelector, type PageHead } from '#contract/page-head.ts'
import { setSite, usePageHead, usePageTitle } from './page-head.ts'

// Other files share this document, with the styles of the back office in its head.
afterEach(() => {
  cleanup()
  setSite({ own: '', shop: '' })
  for (const old of document.head.querySelectorAll(`${headSelector}, meta[charset]`)) old.remove()
})

const site = { own: 'https://shop.test', shop: '小農團購' }
const product: PageHead = {
  title: '茶壺｜小農團購',
  description: '陶 & "瓷" <壺>',
  canonical: 'https://shop.test/main/prods/detail/a?x=1&y=2',
  isIndexed: true,
  type: 'product',
  card: { url: 'https://shop.test/cards/a.jpg', alt: '茶壺' },
  jsonLd: [{ name: '</script><script>alert(1)</script>' }],
}

function Product() {
  usePageHead(() => product)
  return <Link to="/main/order/7?token=secret">訂單</Link>
}

function Order() {
  usePageTitle('訂單進度')
  return null
}

const content = (selector: string) =>
  [...document.head.querySelectorAll(selector)].map(
    (element) => element.getAttribute('content') ?? element.getAttribute('href'),
  )

test('the head is that of the screen that is shown, and nothing stays of the one before (HOUSE-09)', async () => {
  setSite(site)
  const former = `<meta charset="utf-8">${headMarkup({ ...product, title: '舊' }, site)}`
  document.head.insertAdjacentHTML('beforeend', former)
  render(
    <MemoryRouter initialEntries={['/p']}>
      <Routes>
        <Route path="/p" element={<Product />} />
        <Route path="/main/order/:id" element={<Order />} />
      </Routes>
    </MemoryRouter>,
  )
  const written = new DOMParser().parseFromString(headMarkup(product, site), 'text/html')
  const shown = [...document.head.querySelectorAll(headSelector)]
  expect(shown.map(({ outerHTML }) => outerHTML)).toEqual(
    [...written.head.children].map(({ outerHTML }) => outerHTML),
  )
  expect(content('link[rel=canonical]')).toEqual([product.canonical])
  expect(content('meta[name=description]')).toEqual([product.description])
  const [data] = document.head.querySelectorAll('script[type="application/ld+json"]')
  expect(JSON.parse(data?.textContent ?? '')).toEqual(product.jsonLd?.[0])

  await act(async () => screen.getByRole('link').click())
  expect(document.title).toBe('訂單進度｜小農團購')
  expect(content('link[rel=canonical]')).toEqual(['https://shop.test/main/order/7'])
  expect(content('meta[property="og:url"]')).toEqual(['https://shop.test/main/order/7'])
  expect(content('meta[name=robots]')).toEqual(['noindex'])
  expect(content('meta[property^="og:image"], script[type="application/ld+json"]')).toEqual([])
  expect(document.head.querySelector('meta[charset]')).not.toBeNull()
})
