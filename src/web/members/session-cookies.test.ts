// @vitest-environment-options { "url": "https://shop.test/" }
import { afterEach, beforeEach, expect, it } from 'vitest'
import { adminToken, clearAdminToken, setAdminToken } from '../api/admin-session.ts'
import { clearMemberCookie, memberCookie, setMemberCookie } from './member-cookie.ts'

/** The cookies as the page sets them: `document.cookie` reads back no attributes. */
let written: string[]
const cookies = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
beforeEach(() => {
  written = []
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookies?.get?.call(document),
    set: (text: string) => {
      written.push(text)
      cookies?.set?.call(document, text)
    },
  })
})
afterEach(() => Reflect.deleteProperty(document, 'cookie'))

const expires = Date.UTC(2099, 0, 2, 3, 4, 5)

it.each([
  ['hexToken', setAdminToken, adminToken, clearAdminToken],
  ['memberToken', setMemberCookie, memberCookie, clearMemberCookie],
] as const)(
  'F3 on https %s is Secure and Strict, for the whole site, as long as its token',
  (name, set, read, clear) => {
    set('a-token', expires)
    expect(written).toHaveLength(1)
    expect(written[0]?.split('; ').toSorted()).toEqual(
      [
        `${name}=a-token`,
        'Expires=Fri, 02 Jan 2099 03:04:05 GMT',
        'Path=/',
        'SameSite=Strict',
        'Secure',
      ].toSorted(),
    )
    expect(read()).toBe('a-token')
    clear()
    expect(read()).toBeUndefined()
  },
)
