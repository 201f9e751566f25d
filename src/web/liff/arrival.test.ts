import { expect, it } from 'vitest'
import { arrivalOf, linkedPath } from './arrival.ts'

const inLine = 'Mozilla/5.0 (iPhone) Safari/604.1 Line/14.10.0'
const inLiff = `${inLine} LIFF`

it.each([
  ['a browser', 'Mozilla/5.0 Chrome/140', '', '', undefined],
  ['the ordinary browser of LINE', inLine, '', '#/main/prods', undefined],
  ['a page inside LINE', inLiff, '?via=line', '', 'inside'],
  ['the first page inside LINE', inLiff, '?liff.state=%2Fg%2Fa', '#access_token=a', 'first'],
  ['the endpoint itself', inLiff, '', '#context_token=c&access_token=a', 'first'],
  ['a link of LIFF in a browser', 'Mozilla/5.0 Chrome/140', '?liff.state=%2Fg%2Fa', '', 'linked'],
  ['a stranger’s fragment in a browser', 'Mozilla/5.0', '', '#access_token=a', undefined],
])('knows %s (LINE-07)', (_, userAgent, search, hash, arrival) => {
  expect(arrivalOf({ search, hash }, userAgent)).toBe(arrival)
})

it.each([
  ['/g/abc?via=line', '/g/abc?via=line'],
  ['/main/prods#top', '/main/prods#top'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/?liff.state=%2F', '/'],
  ['', '/'],
])('a link leads into the shop alone: %s (LINE-07)', (state, path) => {
  const search = `?${new URLSearchParams({ 'liff.state': state })}`
  expect(linkedPath(search, 'https://shop.example')).toBe(path)
})
