// Draws the icons of the web from its logo: `node scripts/icons.mjs`. The results are committed.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../src/web/public')
const logo = await readFile(join(folder, 'favicon.svg'), 'utf8')
/** Systems cut these to a shape of their own, so the ground fills the square. */
const square = logo.replace(' rx="8"', '')

/**
 * @param {string} svg
 * @param {number} size
 */
function draw(svg, size) {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer()
}

/**
 * An ICO file around one PNG: six bytes of header, sixteen of directory, the picture.
 * @param {Buffer} png
 * @param {number} size
 */
function ico(png, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

await writeFile(join(folder, 'favicon.ico'), ico(await draw(logo, 32), 32))
await writeFile(join(folder, 'apple-touch-icon.png'), await draw(square, 180))
await writeFile(join(folder, 'icon-192.png'), await draw(square, 192))
await writeFile(join(folder, 'icon-512.png'), await draw(square, 512))
