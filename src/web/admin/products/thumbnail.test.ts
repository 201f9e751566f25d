import { describe, expect, it } from 'vitest'
import { smallPictures } from './thumbnail.tsx'

const own = `/uploads/${'a'.repeat(32)}-640x480.jpg`
const origin = 'http://127.0.0.1:3000'

describe('APRODUCT-12 the small pictures of a product', () => {
  it('are the extra pictures whose address starts with https://', () => {
    const addresses = [
      'https://a.example/1.jpg',
      'http://a.example/2.jpg',
      '',
      'ftp://a',
      'x https://',
    ]
    expect(smallPictures(addresses, origin)).toEqual(['https://a.example/1.jpg'])
  })

  it("and the shop's own, also where the shop itself is not on https", () => {
    expect(smallPictures([`${origin}${own}`, own, `http://other.example${own}`], origin)).toEqual([
      `${origin}${own}`,
      own,
    ])
  })
})
