const pictureFile = /^[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}(-[0-9]{1,4})?\.(jpg|png|webp|avif)$/

/** The format in the name of a picture file; undefined for any other name, such as a path. */
export function formatOfPictureFile(name: string): string | undefined {
  return pictureFile.exec(name)?.[2]
}

/** Files that are only put to see that a bucket takes and gives them; each is one file at most. */
export const probeFiles = { shop: 'probe', doctor: 'doctor-asks' } as const

/** Before a file is written, wherever its name came from. */
export function assertPictureFile(name: string): void {
  const isProbe = (Object.values(probeFiles) as string[]).includes(name)
  if (!isProbe && !formatOfPictureFile(name))
    throw new Error(`not the name of a picture file: ${name}`)
}
