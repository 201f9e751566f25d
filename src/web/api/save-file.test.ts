import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => vi.unstubAllGlobals())

const page = '<html><h1>502 Bad Gateway</h1></html>'
const refusal = JSON.stringify({ success: false, message: '檔案已過期' })

test.each([
  ['a page of a proxy', () => new Response(page, { status: 502 }), '系統忙碌中，請稍後再試'],
  ['a refusal', () => new Response(refusal, { status: 410 }), '檔案已過期'],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch')), /網路連線異常/],
  ['a lost rest', () => new Response(brokenBody()), /網路連線異常/],
])(
  'a download that ends with %s is told in a sentence of the shop (MEND-22)',
  async (_, answer, text) => {
    vi.stubGlobal('fetch', async () => answer())
    await expect(saveFile('/file.csv', 'token')).rejects.toThrow(text)
  },
)

function brokenBody() {
  return new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
}
