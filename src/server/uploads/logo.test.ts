import sharp from 'sharp'
import { expect, it } from 'vitest'
import { logoIconSizes, logoIconUrl } from '#contract/uploads.ts'
import { createLogo } from './logo.ts'

const svg = (inner: string, head = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">${inner}</svg>`)
const square = '<rect width="100" height="100" fill="#ff0000"/>'
/** Red, green, blue and alpha of the pixel at a tenth of the width, in the middle. */
async function pixel(bytes: Buffer) {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 10)) * 4
  return [...data.subarray(at, at + 4)]
}

it('an SVG logo becomes pictures: a transparent one, and all icons (DOOR-13)', async () => {
  const { name, files } = await createLogo(svg(square))
  expect(name).toMatch(/^[0-9a-f]{32}-480x160\.png$/)
  expect(files.map((file) => file.name)).toEqual([
    name,
    ...logoIconSizes.map((size) => logoIconUrl(name, size)),
  ])
  for (const { bytes } of files) expect((await sharp(bytes).metadata()).format).toBe('png')
  const [logo, tab, touch] = files.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer]
  expect(await pixel(logo)).toEqual([255, 0, 0, 255])
  expect((await sharp(logo).stats()).isOpaque).toBe(false)
  expect(await sharp(tab).metadata()).toMatchObject({ width: 32, height: 32 })
  expect((await sharp(touch).stats()).isOpaque).toBe(true)
})

it('what an SVG brings along neither runs nor loads: only its drawing is left (DOOR-13)', async () => {
  const { files } = await createLogo(
    svg(
      `<script>alert(1)</script><image href="file:///etc/passwd" width="9" height="9"/><foreignObject><p>hi</p></foreignObject>${square}`,
    ),
  )
  for (const { bytes } of files) expect(bytes.toString('latin1')).not.toMatch(/alert|passwd|<p>/)
})

it.each([
  ['entities', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "b">]>')],
  ['a page', Buffer.from('<!doctype html><p>no logo</p>')],
  ['a strip', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="10"/>')],
  ['half of a file', svg(square).subarray(0, 60)],
  ['text', Buffer.from('logo')],
])('refuses %s in place of a logo (DOOR-13)', async (_, bytes) => {
  await expect(createLogo(bytes)).rejects.toMatchObject({ code: 'UPLOAD_NOT_A_PICTURE' })
})

it('a photograph as a logo keeps its sides', async () => {
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  expect((await createLogo(bytes)).name).toMatch(/-160x160\.png$/)
})
