import { pictureSize, variantUrl, variantWidths } from '#contract/uploads.ts'

const named = /[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\.jpg/g
const longest = 48

/** Collects the names of our own pictures from text that comes in pieces. */
export function createPictureCollector() {
  const names = new Set<string>()
  let rest = ''
  return {
    names,
    add(chunk: Buffer): void {
      const text = rest + chunk.toString('latin1')
      for (const [name] of text.matchAll(named)) names.add(name)
      rest = text.slice(-longest)
    },
  }
}

/** The picture itself, then all its stored variants. */
export function filesOfPicture(name: string): string[] {
  const size = pictureSize(`/uploads/${name}`)
  if (!size) return [name]
  const variants = variantWidths(size.width).flatMap((width) => [
    variantUrl(name, width, 'webp'),
    variantUrl(name, width, 'avif'),
  ])
  return [name, ...variants]
}
