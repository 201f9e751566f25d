import { expect, test } from 'vitest'
import { markChinese } from './mark-chinese.ts'

test('marks Chinese among English, and follows what changes (OPEN-05)', async () => {
  const root = document.createElement('div')
  root.innerHTML = '<h1>烏龍茶</h1><p>Add to cart</p><b lang="ja">抹茶</b>'
  markChinese(root)
  const marks = () => [...root.children].map((one) => [one.tagName, (one as HTMLElement).lang])
  expect(marks()).toEqual([
    ['H1', 'zh-Hant-TW'],
    ['P', ''],
    ['B', 'ja'],
  ])
  const [title, button] = root.children
  ;(title?.firstChild as Text).data = 'Oolong tea'
  button?.replaceChildren('馬克杯')
  root.append(Object.assign(document.createElement('i'), { textContent: '茶葉' }))
  await expect.poll(marks).toEqual([
    ['H1', ''],
    ['P', 'zh-Hant-TW'],
    ['B', 'ja'],
    ['I', 'zh-Hant-TW'],
  ])
})
