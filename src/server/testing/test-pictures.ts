import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A JPEG of soft spots, no two alike. */
export async function photograph(width = 1000, height = 600): Promise<Buffer> {
  const spots = await noise(16, 9).png().toBuffer()
  return sharp(spots).resize(width, height, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer()
}

export function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

/** A black PNG of one bit a pixel; `rows` may be fewer than its header promises. */
function handmadePng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = Buffer.alloc((1 + Math.ceil(width / 8)) * rows)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Files that are no picture of a sane size, whatever they are called. */
export async function hostileFiles(): Promise<Record<string, Buffer>> {
  const jpeg = await photograph()
  const png = await noise(64, 64).png().toBuffer()
  const broken = Buffer.from(png)
  const middle = png.length >> 1
  broken.fill(0, middle, middle + 40)
  return {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'svg with a declaration': Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    javascript: Buffer.from('alert(1)'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
    zip: Buffer.from('PK\x03\x04\x14\x00\x00\x00', 'latin1'),
    tiff: await noise(64, 64).tiff().toBuffer(),
    'GIF that is a script': Buffer.from('GIF89a/*\x00*/=1;alert(1);', 'latin1'),
    'PNG of a header alone': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    'PNG with a broken checksum': broken,
    'PNG with lying rows': handmadePng(4_000, 4_000, 2),
    'pixel bomb': handmadePng(14_000, 14_000),
    'PNG of 64 megapixels': handmadePng(8_000, 8_000),
    'PNG of 30,000 x 1': handmadePng(30_000, 1),
    'PNG of 0 x 0': handmadePng(0, 0),
    'PNG of 2^31 x 1': handmadePng(2 ** 31, 1, 0),
    'truncated JPEG': jpeg.subarray(0, jpeg.length / 2),
    'JPEG of three bytes': Buffer.from('\xff\xd8\xff', 'latin1'),
    'WebP of a header alone': Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1'),
    'AVIF of a header alone': Buffer.from('\x00\x00\x00\x18ftypavif', 'latin1'),
    'random bytes': Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256)),
    'a space': Buffer.from(' '),
  }
}

/** A form as a browser sends it. */
export function multipart(
  parts: { name: string; filename?: string; type?: string; bytes: Buffer | string }[],
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = '----minmin-test'
  const pieces = parts.flatMap(({ name, filename, type, bytes }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    bytes,
    '\r\n',
  ])
  const payload = Buffer.concat([
    ...pieces.map((piece) => Buffer.from(piece as string)),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  }
}
