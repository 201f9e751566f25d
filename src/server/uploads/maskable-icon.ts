import { loadSharp } from './load-sharp.ts'

const size = 512
/** Of the icon, so that its drawing stands within the circle that every telephone shows. */
const part = 0.78

/** An icon of a logo, smaller on its white: telephones cut such a one to their own shape. */
export async function toMaskable(icon: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  const inner = Math.round(size * part)
  const margin = (size - inner) / 2
  const [before, after] = [Math.floor(margin), Math.ceil(margin)]
  const background = '#ffffff'
  return sharp(icon)
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .extend({ top: before, left: before, bottom: after, right: after, background })
    .png()
    .toBuffer()
}
