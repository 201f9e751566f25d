import { expect, it } from 'vitest'
import { defaultMenu, shownMenu } from './menu.ts'

const shop = { repository_url: '', demo_url: 'https://demo.example' }

it('shows the screens, categories, pages and links that lead somewhere (DOOR-13)', () => {
  const pages = new Map([['a', { slug: 'about', title: '關於我們' }]])
  const entries = [
    { kind: 'category', target: '茶與咖啡', label: '' },
    { kind: 'page', target: 'a', label: '我們' },
    { kind: 'page', target: 'gone', label: '' },
    { kind: 'screen', target: 'terms', label: '' },
    { kind: 'link', target: 'https://line.example', label: 'LINE' },
  ] as const
  const { header, footer } = shownMenu(
    { ...defaultMenu, header: [...entries] },
    {
      shop,
      pages,
      hasTerms: false,
    },
  )
  expect(header).toEqual([
    { to: '/main/prods?category=%E8%8C%B6%E8%88%87%E5%92%96%E5%95%A1', label: '茶與咖啡' },
    { to: '/main/page/about', label: '我們' },
    { to: 'https://line.example', label: 'LINE' },
  ])
  expect(footer.map(({ label }) => label)).toEqual(['最新公告', '展示網站', '後台登入'])
})
