import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import storefront from '#contract/english/storefront.json'
import { createTranslator } from '#contract/english/translator.ts'
import { defaultShownBrand } from '#contract/settings.ts'
import { setTranslation } from '#contract/translate.ts'
import { setLook, shopSettings } from '../api/shop-config.ts'
import { rich } from '../ui/rich.tsx'
import { LanguageLink, LanguageOffer } from './language-links.tsx'
import { EnglishOffer } from './language-offer.tsx'

const shop = shopSettings
beforeEach(() => {
  setLook({ shop: { ...shop, has_english: true }, brand: defaultShownBrand })
  localStorage.clear()
})
afterEach(() => {
  setLook({ shop, brand: defaultShownBrand })
  setTranslation(() => undefined)
  vi.restoreAllMocks()
})

const open = (element: React.ReactNode) =>
  render(<MemoryRouter initialEntries={['/main/prods?page=2']}>{element}</MemoryRouter>)
const prefer = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

test('leads to the same screen in the other language (OPEN-05)', () => {
  open(<LanguageLink className="" />)
  const link = screen.getByRole('link', { name: 'English' })
  expect([link.getAttribute('href'), link.lang]).toEqual(['/en/main/prods?page=2', 'en'])
})

test('offers English to a browser that prefers it, until it is closed (OPEN-05)', async () => {
  prefer('ja', 'zh-TW', 'en')
  const { unmount } = open(<EnglishOffer />)
  expect(screen.queryByRole('link')).toBeNull()
  unmount()
  prefer('fr', 'en-GB', 'zh-TW')
  const shown = open(<LanguageOffer />)
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/en/main/prods?page=2')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('link')).toBeNull()
  shown.unmount()
  open(<EnglishOffer />)
  expect(screen.queryByRole('link')).toBeNull()
})

test('a sentence has its element where English puts it (OPEN-05)', () => {
  const english = { language: 'en', translate: createTranslator(storefront) } as const
  setTranslation(() => english)
  const text = '由 {strong} 幫賣'
  render(<p>{rich(text, { strong: <strong>Mei</strong> })}</p>)
  expect(screen.getByText('Mei').parentElement?.outerHTML).toBe(
    '<p>Sold by <strong>Mei</strong></p>',
  )
})
