import type { ProductForm } from './product-form.ts'

/** The addresses of a product's pictures in their order, the main one first; an empty one is a free place. */
export type Pictures = [string, string, string, string, string, string]

export function picturesOf({ imageUrl, imagesUrl }: ProductForm): Pictures {
  return [imageUrl, ...imagesUrl]
}

/** One picture is taken out and put in at another place; those between move up. */
export function movePicture(pictures: Pictures, from: number, to: number): Pictures {
  const next: string[] = [...pictures]
  const [moved = ''] = next.splice(from, 1)
  next.splice(to, 0, moved)
  return next as Pictures
}

/**
 * The places for new pictures. A single one goes to `target` and replaces what is there; several
 * fill the free places, `target` first. Without a target all go to free places.
 */
export function placesFor(pictures: Pictures, count: number, target?: number): number[] {
  if (count === 1 && target !== undefined) return [target]
  const free = pictures.flatMap((address, place) => (address.trim() === '' ? [place] : []))
  const inOrder = free.filter((place) => place === target)
  return [...inOrder, ...free.filter((place) => place !== target)].slice(0, count)
}
