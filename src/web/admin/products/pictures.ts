import type { ProductForm } from './product-form.ts'

/** The addresses of a product's pictures in their order, the main one first; an empty one is a free position. */
export type Pictures = [string, string, string, string, string, string]

export function picturesOf({ imageUrl, imagesUrl }: ProductForm): Pictures {
  return [imageUrl, ...imagesUrl]
}

/** One picture is taken out and put in at another position; those between move up. */
export function movePicture(pictures: Pictures, from: number, to: number): Pictures {
  const next: string[] = [...pictures]
  const [moved = ''] = next.splice(from, 1)
  next.splice(to, 0, moved)
  return next as Pictures
}

/**
 * The positions for new pictures. A single one goes to `target` and replaces what is there; several
 * fill the free positions, `target` first. Without a target all go to free positions.
 */
export function findFreePositions(pictures: Pictures, count: number, target?: number): number[] {
  if (count === 1 && target !== undefined) return [target]
  const free = pictures.flatMap((address, position) => (address.trim() === '' ? [position] : []))
  const inOrder = free.filter((position) => position === target)
  return [...inOrder, ...free.filter((position) => position !== target)].slice(0, count)
}
