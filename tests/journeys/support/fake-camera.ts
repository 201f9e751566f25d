import { writeFileSync } from 'node:fs'
import { type Browser, chromium, type TestInfo } from '@playwright/test'
import { encode } from 'uqr'

const [width, height] = [640, 480]
const pixelsOfModule = 9

/** A browser whose camera sees a QR code with this text. */
export async function launchWithCamera(testInfo: TestInfo, text: string): Promise<Browser> {
  const file = testInfo.outputPath('camera.y4m')
  writeFileSync(file, toVideo(text))
  const { launchOptions = {} } = testInfo.project.use
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
}

/** One second of grey pictures, uncompressed (YUV4MPEG2). */
function toVideo(text: string): Buffer {
  const { data } = encode(text, { border: 4, ecc: 'M' })
  const side = data.length * pixelsOfModule
  const [left, top] = [(width - side) >> 1, (height - side) >> 1]
  const grey = Buffer.alloc(width * height, 150)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = data[Math.floor(y / pixelsOfModule)]?.[Math.floor(x / pixelsOfModule)]
      grey[(top + y) * width + left + x] = isDark ? 30 : 240
    }
  }
  const frame = [Buffer.from('FRAME\n'), grey, Buffer.alloc((width * height) / 2, 128)]
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, ...Array.from({ length: 10 }, () => frame).flat()])
}
