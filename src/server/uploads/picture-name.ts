const pictureFile = /^[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}(-[0-9]{1,4})?\.(jpg|webp|avif)$/

/** The format in the name of a picture file; undefined for any other name, such as a path. */
export function formatOfPictureFile(name: string): string | undefined {
  return pictureFile.exec(name)?.[2]
}

/** Before a file is written, wherever its name came from. */
export function assertPictureFile(name: string): void {
  if (!formatOfPictureFile(name)) throw new Error(`not the name of a picture file: ${name}`)
}
