/** The five pictures of home: their widths and size in pixels. Files are `<name>-<width>.<format>`. */
export const homePictures = {
  hero: { widths: [640, 960, 1440, 2000], width: 2000, height: 1100 },
  morning: { widths: [480, 800, 1200], width: 1400, height: 1000 },
  dusk: { widths: [480, 800, 1200], width: 1400, height: 1000 },
  gift: { widths: [480, 800, 1200], width: 1400, height: 1000 },
  contact: { widths: [640, 960, 1440], width: 1600, height: 900 },
} as const

export type HomePictureName = keyof typeof homePictures

const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

export function homePictureUrl(
  name: HomePictureName,
  width: number,
  format: 'avif' | 'webp',
): string {
  return files[`./pictures/${name}-${width}.${format}`] ?? ''
}

export function homePictureSet(name: HomePictureName, format: 'avif' | 'webp'): string {
  return homePictures[name].widths
    .map((width) => `${homePictureUrl(name, width, format)} ${width}w`)
    .join(', ')
}
