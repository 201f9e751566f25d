import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxPictureBytes as limit, variantUrl, variantWidths } from '#contract/uploads.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { hostileFiles, multipart, noise, photograph } from '../testing/test-pictures.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

const uploadPath = `${shopPrefix}/admin/upload`
const hostile = await hostileFiles()

let shop: TestShop
let admin: TestAdministrator
let folder: string
let port: number

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  folder = join(shop.config.dataDir, 'uploads')
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})

const stored = () => readdir(folder)

async function send(parts: Parameters<typeof multipart>[0], by = admin) {
  const response = await by.inject({ method: 'POST', url: uploadPath, ...multipart(parts) })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const sendFile = (bytes: Buffer, filename = 'a.png', name = 'file') =>
  send([{ name, filename, type: 'image/png', bytes }])

/** A request as bytes on a wire; what the server answers until it ends the connection. */
function open(headers: string[], body: string | Buffer = ''): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST ${uploadPath} HTTP/1.1\r\nHost: shop.test\r\n${headers.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  return socket
}
const form = 'Content-Type: multipart/form-data; boundary=b'
const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const asAdmin = () => `Authorization: ${admin.token}`

describe('an upload', () => {
  it.each(['file', 'file-to-upload', 'upload', '圖片', ''])(
    'API-23 is taken under the field name "%s", and answers an address that serves it',
    async (name) => {
      const { status, body } = await send([
        { name: 'title', bytes: '不相干' },
        { name, filename: 'mug.jpg', type: 'image/jpeg', bytes: await photograph(400, 300) },
      ])
      expect(body).toEqual({
        success: true,
        imageUrl: expect.stringMatching(
          /^http:\/\/shop\.test\/uploads\/[0-9a-f]{32}-400x300\.jpg$/,
        ),
      })
      expect(status).toBe(200)
      const { pathname } = new URL(body.imageUrl)
      for (const [path, type, format] of [
        [pathname, 'image/jpeg', 'jpeg'],
        ...variantWidths(400).flatMap((width) => [
          [variantUrl(pathname, width, 'webp'), 'image/webp', 'webp'],
          [variantUrl(pathname, width, 'avif'), 'image/avif', 'heif'],
        ]),
      ] as const) {
        const file = await shop.app.inject(path as string)
        expect(file.statusCode).toBe(200)
        expect(file.headers['content-type']).toBe(type)
        expect((await sharp(file.rawPayload).metadata()).format).toBe(format)
      }
    },
  )

  it('API-25 can be the picture of a product, and stays when the shop moves', async () => {
    const { imageUrl } = (await sendFile(await photograph(60, 40))).body
    const product = {
      title: '杯',
      category: '杯',
      unit: '個',
      origin_price: 2,
      price: 1,
      imageUrl,
      imagesUrl: [imageUrl],
    }
    const created = await admin.post('/admin/product', product)
    expect(created.body.product).toMatchObject({ imageUrl, imagesUrl: [imageUrl] })
  })

  it('E7 is served to be shown and nothing else, and to be stored for good', async () => {
    const { imageUrl } = (await sendFile(await photograph(60, 40))).body
    const { headers } = await shop.guest().inject(new URL(imageUrl).pathname)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it.each([
    '/uploads/',
    '/uploads/..%2F..%2Fpackage.json',
    '/uploads/%2e%2e%2fpostmaster.pid',
    '/uploads/%2e%2e',
    '/uploads/..%5Cx',
    '/uploads/%00',
    '/uploads/a%00.jpg',
    `/uploads/${'0'.repeat(32)}-8x8.jpg`,
    `/uploads/${'0'.repeat(32)}-8x8.svg`,
    `/uploads/${'0'.repeat(32)}-8x8.jpg%2F..`,
    `/uploads/${'a'.repeat(10_000)}`,
  ])('E7 A12 %s is not found', async (path) => {
    const { statusCode } = await shop.app.inject(path)
    expect([400, 404, 414]).toContain(statusCode)
  })

  it.each(['../../x.png', 'a\\..\\b.png', 'con', '\u202egnp.exe', `${'n'.repeat(4_096)}.png`, ''])(
    'E4 the file name "%s" means nothing',
    async (filename) => {
      const { status, body } = await sendFile(await photograph(24, 16), filename)
      expect(status).toBe(200)
      expect(new URL(body.imageUrl).pathname).toMatch(/^\/uploads\/[0-9a-f]{32}-24x16\.jpg$/)
      expect((await stored()).every((name) => /^[0-9a-f]{32}-24x16[-.\w]*$/.test(name))).toBe(true)
    },
  )

  it.each(['a\u0000.png', 'a\r\nX-Set: 1\r\n\r\n.png', 'a"; filename="b.svg', '%00%0d%0aX-Set:1'])(
    'E4 the file name %j puts nothing into a header, a name or the form around it',
    async (filename) => {
      const { status, body, headers } = await sendFile(await photograph(24, 16), filename)
      expect([200, 400]).toContain(status)
      expect(headers).not.toHaveProperty('x-set')
      if (status === 200) {
        const { pathname } = new URL(body.imageUrl)
        expect(pathname).toMatch(/^\/uploads\/[0-9a-f]{32}-24x16\.jpg$/)
        expect((await shop.app.inject(pathname)).headers['content-type']).toBe('image/jpeg')
      } else expect(await stored()).toEqual([])
    },
  )

  it('the same picture twice is one', async () => {
    const bytes = await photograph(24, 16)
    const [first, second] = [await sendFile(bytes), await sendFile(bytes, 'other.jpg', 'x')]
    expect(second.body.imageUrl).toBe(first.body.imageUrl)
    expect(await stored()).toHaveLength(3)
  })
})

describe('what is refused', () => {
  const notAPicture = {
    success: false,
    message: '檔案格式錯誤',
    code: 'UPLOAD_NOT_A_PICTURE',
  }

  it.each(Object.keys(hostile))('VALID-46 E1 E3 %s, though it calls itself a PNG', async (name) => {
    const { status, body } = await sendFile(hostile[name] ?? Buffer.alloc(0))
    expect(body).toEqual({ ...notAPicture, message: expect.stringMatching(/^檔案格式錯誤/) })
    expect(status).toBe(400)
    expect(await stored()).toEqual([])
  })

  it('is named with what it is and the limit (MEND-71)', async () => {
    const said = async (name: string, bytes = hostile[name]) =>
      (await sendFile(bytes ?? Buffer.alloc(0), `${name}.png`)).body.message
    expect(await said('pixel bomb')).toBe(
      '檔案格式錯誤：「pixel bomb.png」是 14,000 × 14,000 像素的 PNG，上限為 5,000 萬像素',
    )
    expect(await said('PNG of 30,000 x 1')).toContain(
      '是 30,000 × 1 像素的 PNG，長邊不可超過短邊的 40 倍',
    )
    const heic = Buffer.from('\x00\x00\x00\x1cftypheic\x00\x00\x00\x00mif1heic', 'latin1')
    expect(await said('IMG_1', heic)).toMatch(/「IMG_1.png」是 HEIC 照片，.*JPEG/)
  })

  it('E1 of a picture that is a page too, the page does not survive', async () => {
    const page = '<html><script>alert(1)</script></html>'
    const bytes = Buffer.concat([await noise(20, 20).png().toBuffer(), Buffer.from(page)])
    const { body } = await sendFile(bytes, 'page.html')
    const file = await shop.app.inject(new URL(body.imageUrl).pathname)
    expect(file.headers['content-type']).toBe('image/jpeg')
    expect(file.body).not.toContain('script')
  })

  it('E2 no file, an empty one, two, and a text in its place', async () => {
    const picture = { name: 'file', filename: 'a.png', bytes: await photograph(20, 20) }
    for (const parts of [
      [],
      [{ ...picture, bytes: '' }],
      [picture, { ...picture, name: 'second' }],
      [{ name: 'file', bytes: 'text' }],
    ]) {
      const { status, body } = await send(parts)
      expect(body).toEqual(notAPicture)
      expect(status).toBe(400)
    }
    expect(await stored()).toEqual([])
  })

  it.each(['application/json', 'image/png', 'multipart/form-data', 'text/plain'])(
    'E2 a body of the type %s that is no form',
    async (type) => {
      const headers = { 'content-type': type }
      const response = await admin.inject({
        method: 'POST',
        url: uploadPath,
        headers,
        payload: '{}',
      })
      expect([400, 415]).toContain(response.statusCode)
      expect(response.json()).toMatchObject({ success: false })
    },
  )

  it('E2 one byte over the limit, and not one at it', async () => {
    const over = await sendFile(Buffer.alloc(limit + 1))
    expect(over.status).toBe(413)
    expect(over.body).toMatchObject({ success: false, message: '檔案過大' })
    const far = await sendFile(Buffer.alloc(3 * limit))
    expect(far.body).toEqual(over.body)
    const at = await sendFile(Buffer.alloc(limit))
    expect(at.body).toEqual(notAPicture)
    expect(await stored()).toEqual([])
  })

  it('E2 an endless body: it is answered, and the connection ends', async () => {
    const socket = open([asAdmin(), form, 'Transfer-Encoding: chunked'])
    const chunk = (bytes: Buffer | string) =>
      Buffer.concat([
        Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ])
    socket.write(chunk(opening))
    const piece = chunk(Buffer.alloc(1024 * 1024))
    let sent = 0
    const pump = () => {
      while (!socket.destroyed && sent < 200) {
        sent++
        if (!socket.write(piece)) break
      }
    }
    socket.on('drain', pump)
    pump()
    const answer = text(socket).catch(() => '')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(await answer).toMatch(/^(HTTP\/1\.1 413 |$)/)
    expect(sent).toBeLessThan(200)
    expect(await stored()).toEqual([])
  })

  it('E2 a length that lies: the form ends before its end', async () => {
    const body = Buffer.concat([Buffer.from(opening), await photograph(20, 20)])
    const socket = open([asAdmin(), form, `Content-Length: ${body.length}`], body)
    expect(await text(socket.once('data', () => socket.end()))).toContain('檔案格式錯誤')
    expect(await stored()).toEqual([])
  })

  it('E8 a client that goes half-way leaves nothing', async () => {
    const bytes = await photograph(200, 100)
    const socket = open([asAdmin(), form, 'Content-Length: 500000'], `${opening}`)
    socket.write(bytes.subarray(0, bytes.length / 2))
    await expect.poll(openConnections).toBe(1)
    socket.destroy()
    await expect.poll(openConnections).toBe(0)
    expect((await sendFile(await photograph(24, 16))).status).toBe(200)
    expect(await stored()).toHaveLength(3)
  })

  it.each([
    ['nobody', () => ''],
    ['a forged administrator', () => `Authorization: adm_${'A'.repeat(43)}`],
    ['a member', async () => `Authorization: ${(await shop.member()).token}`],
  ])('E6 ROLE-10 %s is refused before the body is sent', async (_, header) => {
    const authorization = await header()
    const headers = [form, 'Content-Length: 5000000', 'Connection: close']
    const socket = open(authorization ? [authorization, ...headers] : headers)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
    expect(String(answer)).toContain('驗證錯誤, 請重新登入')
    expect(await stored()).toEqual([])
  })
})

describe('a session that ends while the file is on its way', () => {
  it('E6 is noticed before anything is stored', async () => {
    const body = Buffer.concat([
      Buffer.from(opening),
      await photograph(40, 30),
      Buffer.from('\r\n--b--\r\n'),
    ])
    const leaver = await openAdministrator(shop)
    const headers = [form, `Content-Length: ${body.length}`, 'Connection: close']
    const arrival = once(shop.app.server, 'request')
    const socket = open([`Authorization: ${leaver.token}`, ...headers], body.subarray(0, 500))
    const answer = text(socket)
    await arrival
    // By the time that two later calls are answered the upload has been let in.
    expect((await leaver.get('/admin/products')).status).toBe(200)
    expect((await leaver.post('/v2/logout')).status).toBe(200)
    socket.write(body.subarray(500))
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(await stored()).toEqual([])
  })
})

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

describe('many at once', () => {
  it('E8 of fifty uploads some are taken, whole, and the others told to come again', async () => {
    const pictures = await Promise.all(Array.from({ length: 50 }, () => photograph(48, 32)))
    const replies = await Promise.all(pictures.map((bytes) => sendFile(bytes)))
    const taken = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 429)
    expect(taken.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    expect(taken.length + refused.length).toBe(50)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await stored()).toHaveLength(taken.length * 3)
    expect((await sendFile(await photograph(24, 16))).status).toBe(200)
  })
})

describe('slow ones', () => {
  it('E8 as many as one account may have open, and do not end, keep its next one out until they go, and not those of others (MEND-51)', async () => {
    const other = await openAdministrator(shop)
    const slow = Array.from({ length: 20 }, () =>
      open([asAdmin(), form, 'Content-Length: 500000'], opening),
    )
    const status = async () => (await sendFile(await photograph(24, 16))).status
    let refused = 0
    for (const socket of slow) socket.on('data', () => refused++)
    try {
      await expect.poll(() => refused).toBe(15)
      expect(await status()).toBe(429)
      const part = { name: 'file', filename: 'a.png', bytes: await photograph(24, 16) }
      expect((await send([part], other)).status).toBe(200)
    } finally {
      for (const socket of slow) socket.destroy()
    }
    await expect.poll(status).toBe(200)
  })
})

/** A disk of 64 kB, where the tests may make one. */
async function smallDisk(): Promise<string | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'minmin-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    await rm(path, { recursive: true })
    return undefined
  }
}
const disk = await smallDisk()
afterAll(async () => {
  if (!disk) return
  execFileSync('umount', [disk])
  await rm(disk, { recursive: true })
})

describe.skipIf(!disk)('a full disk', () => {
  it('E9 no address, no half file, and the shop goes on selling', async () => {
    const full = await openTestShop({ env: { DATA_DIR: disk ?? '' } })
    const chief = await openAdministrator(full)
    const big = await noise(400, 300).jpeg().toBuffer()
    const response = await chief.inject({
      method: 'POST',
      url: uploadPath,
      ...multipart([{ name: 'file', filename: 'a.jpg', bytes: big }]),
    })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ success: false, message: '系統忙碌中，請稍後再試' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    const left = await readdir(join(disk ?? '', 'uploads'))
    expect(left.filter((name) => name.endsWith('.part') || /x[0-9]+\.jpg$/.test(name))).toEqual([])
    expect((await full.guest().get('/products')).status).toBe(200)
    // The folder is a mounted disk: it is emptied, and cannot be taken away yet.
    await full.close().catch(() => undefined)
  })
})
