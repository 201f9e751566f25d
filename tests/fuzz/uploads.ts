import type { Dice } from './dice.ts'

interface FuzzUpload {
  kind: string
  body?: string
  isRaw?: true
  contentType?: string
}

/** One pixel, as a whole PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1')

const files: [kind: string, bytes: string][] = [
  [
    'a script as a picture',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ],
  ['a page as a picture', '<!doctype html><script>alert(1)</script>'],
  ['half a picture', png.slice(0, 40)],
  ['a picture with a broken header', `\u0000${png}`],
  ['an empty file', ''],
  ['zeros', '\u0000'.repeat(5_000)],
  ['a GIF with nothing in it', 'GIF89a'],
  ['a JPEG with nothing in it', '\u00ff\u00d8\u00ff\u00e0'],
  ['a RIFF with nothing in it', 'RIFF\u00ff\u00ff\u00ff\u00ffWEBPVP8 '],
]

/** A form with a file, or a malformed one. */
export function createUpload(dice: Dice): FuzzUpload {
  const boundary = 'minmin-fuzz'
  const contentType = `multipart/form-data; boundary=${boundary}`
  const part = (bytes: string, name = 'file', filename = 'a.png', type = 'image/png') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${bytes}\r\n`
  const end = `--${boundary}--\r\n`
  const upload = (kind: string, body: string, type = contentType): FuzzUpload => ({
    kind,
    body,
    isRaw: true,
    contentType: type,
  })
  if (dice.chance(0.15)) return upload('valid', part(png) + end)
  if (dice.chance(0.4)) {
    const [kind, bytes] = dice.pick(files)
    return upload(kind, part(bytes) + end)
  }
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`
  return dice.pick([
    upload('two pictures', part(png) + part(png) + end),
    upload('no file', field + end),
    upload('too many fields', field.repeat(20) + end),
    upload('an odd field name', part(png, '__proto__') + end),
    upload('an odd file name', part(png, 'file', '../../x\u0000.png%0d%0a') + end),
    upload('a form without an end', part(png)),
    upload('a form cut in its header', part(png).slice(0, 50)),
    upload('another boundary', part(png).replaceAll(boundary, 'other') + end),
    upload('no boundary', part(png) + end, 'multipart/form-data'),
    upload(
      'a long boundary',
      part(png) + end,
      `multipart/form-data; boundary=${'x'.repeat(3_000)}`,
    ),
    upload('JSON for a file', '{"file":1}', 'application/json'),
    upload('a bare picture', png, 'image/png'),
    { kind: 'no form' },
  ])
}
