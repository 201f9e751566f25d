import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureSize, variantUrl, variantWidths } from '#contract/uploads.ts'
import { hostileFiles, noise, photograph } from '../testing/test-pictures.ts'
import { boxFor, createPicture } from './picture.ts'

const hostile = await hostileFiles()

async function sizesOf(files: { name: string; bytes: Buffer }[]) {
  const entries = files.map(async ({ name, bytes }) => {
    const { format, width, height } = await sharp(bytes).metadata()
    return [name.replace(/^[0-9a-f]{32}/, ''), `${format} ${width}x${height}`] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe('a picture', () => {
  it('E1 is kept as one JPEG and as WebP and AVIF in all its widths, as the contract names them', async () => {
    const { name, files } = await createPicture(await photograph(1000, 600))
    expect(name).toMatch(/^[0-9a-f]{32}-1000x600\.jpg$/)
    expect(await sizesOf(files)).toEqual({
      '-1000x600.jpg': 'jpeg 1000x600',
      '-1000x600-320.webp': 'webp 320x192',
      '-1000x600-320.avif': 'heif 320x192',
      '-1000x600-640.webp': 'webp 640x384',
      '-1000x600-640.avif': 'heif 640x384',
      '-1000x600-960.webp': 'webp 960x576',
      '-1000x600-960.avif': 'heif 960x576',
      '-1000x600-1000.webp': 'webp 1000x600',
      '-1000x600-1000.avif': 'heif 1000x600',
    })
    const url = `https://shop.example/uploads/${name}`
    expect(pictureSize(url)).toEqual({ width: 1000, height: 600 })
    const named = variantWidths(1000).flatMap((width) => [
      variantUrl(name, width, 'webp'),
      variantUrl(name, width, 'avif'),
    ])
    expect(files.map((file) => file.name).toSorted()).toEqual([name, ...named].toSorted())
  })

  it('is made smaller when it is large, and never larger', async () => {
    const large = await createPicture(await photograph(3200, 400))
    expect(large.name).toMatch(/-1600x200\.jpg$/)
    expect(large.files.map(({ name }) => /-([0-9]+)\.webp$/.exec(name)?.[1])).toContain('1280')
    const small = await createPicture(await photograph(16, 9))
    expect(await sizesOf(small.files)).toEqual({
      '-16x9.jpg': 'jpeg 16x9',
      '-16x9-16.webp': 'webp 16x9',
      '-16x9-16.avif': 'heif 16x9',
    })
  })

  it.each(['png', 'webp', 'gif', 'avif', 'jpeg'] as const)('E1 may come as %s', async (format) => {
    const bytes = await noise(40, 30).toFormat(format).toBuffer()
    expect((await createPicture(bytes)).name).toMatch(/-40x30\.jpg$/)
  })

  it('has the same name for the same bytes, and another for others', async () => {
    const bytes = await photograph(40, 30)
    const [first, second] = [await createPicture(bytes), await createPicture(Buffer.from(bytes))]
    expect(first.name).toBe(second.name)
    expect((await createPicture(await photograph(40, 30))).name).not.toBe(first.name)
  })

  it("of today's phones and cameras is taken, scaled while it is decoded (MEND-71)", async () => {
    const plain = { create: { width: 16, height: 12, channels: 3, background: '#a86' } } as const
    const of = (width: number, height: number) =>
      sharp(plain).resize(width, height, { fit: 'fill', kernel: 'nearest' })
    const photos = {
      '24.5 megapixels, progressive': await of(5_712, 4_284).jpeg({ progressive: true }).toBuffer(),
      '50 megapixels': await of(8_160, 6_120).jpeg().toBuffer(),
    }
    const before = process.resourceUsage().maxRSS
    for (const [name, bytes] of Object.entries(photos)) {
      expect([name, (await createPicture(bytes)).name]).toEqual([
        name,
        expect.stringMatching(/-1600x1200\.jpg$/),
      ])
    }
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200 * 1024)
  })

  it('that is tall stays wide enough to be read (MEND-71)', async () => {
    expect((await createPicture(await photograph(100, 3_900))).name).toMatch(/-100x3900\.jpg$/)
    expect(boxFor(1.33)).toEqual({ width: 1_600, height: 1_600 })
    const { width, height } = boxFor(20_000 / 900)
    expect(height).toBeLessThanOrEqual(16_000)
    expect(Math.min(width, height / (20_000 / 900))).toBeGreaterThan(450)
  })

  it('E5 loses its metadata, and stands upright', async () => {
    const bytes = await noise(40, 20)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'a secret' },
        IFD3: { GPSLatitude: '25/1 2/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect([before.orientation, !!before.exif, !!before.icc]).toEqual([6, true, true])
    const { name, files } = await createPicture(bytes)
    expect(name).toMatch(/-20x40\.jpg$/)
    for (const file of files) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(file.bytes).metadata()
      expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined))
      expect(file.bytes.includes('a secret')).toBe(false)
    }
  })

  it('is white where it was transparent', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const { files } = await createPicture(bytes)
    const { dominant } = await sharp(files[0]?.bytes).stats()
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
  })

  it('E3 of an animation the first frame alone is looked at', async () => {
    const frames = 1_000
    const frame = 8 * 8 * 3
    const pixels = Buffer.alloc(frame * frames).map((_, index) => Math.floor(index / frame) % 251)
    const bytes = await sharp(pixels, {
      raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 },
    })
      .webp({ loop: 0, effort: 0 })
      .toBuffer()
    const { pages } = await sharp(bytes, { animated: true }).metadata()
    expect(pages).toBeGreaterThan(100)
    expect((await createPicture(bytes)).name).toMatch(/-8x8\.jpg$/)
  })

  it('E1 nothing of what follows the picture survives', async () => {
    const script = '<script>alert(document.domain)</script>'
    for (const format of ['png', 'jpeg', 'gif'] as const) {
      const bytes = await noise(40, 30).toFormat(format).toBuffer()
      const { files } = await createPicture(Buffer.concat([bytes, Buffer.from(script)]))
      for (const file of files) expect(file.bytes.includes('<script')).toBe(false)
    }
  })
})

describe('what is no picture', () => {
  it.each(Object.keys(hostile))('VALID-46 E1 E3 is refused: %s', async (name) => {
    await expect(createPicture(hostile[name] ?? Buffer.alloc(0))).rejects.toMatchObject({
      code: 'UPLOAD_NOT_A_PICTURE',
    })
  })

  it('E3 a pixel bomb takes no memory', async () => {
    const bomb = hostile['pixel bomb'] ?? Buffer.alloc(0)
    const before = process.memoryUsage().rss
    for (let round = 0; round < 5; round++) await createPicture(bomb).catch(() => undefined)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})
