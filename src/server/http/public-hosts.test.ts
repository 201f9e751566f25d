import { describe, expect, it } from 'vitest'
import { isPublicAddress, privateAddress, publicConnection } from './public-hosts.ts'

describe('the guard of private networks (OPEN-02)', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fd00::1', 'fec0::1', 'ff02::1', '::ffff:10.0.0.1', '2001:db8::1'],
    // Addresses of IPv4 in addresses of IPv6.
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '::7f00:1', 'nonsense'],
  ])('%s is no address of the internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('refuses an address before it connects, a name when it is looked up, and nothing in a trial', async () => {
    const refused = expect.objectContaining({ code: privateAddress })
    for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'http://0x7f.1/']) {
      expect(() => publicConnection(new URL(url))).toThrow(refused)
      expect(publicConnection(new URL(url), { allowsPrivate: true })).toEqual({ agent: false })
    }
    const { lookup } = publicConnection(new URL('http://localhost/'))
    const found = new Promise((resolve) => lookup?.('localhost', { all: true }, resolve))
    expect(await found).toEqual(refused)
  })
})
