import type { Path } from 'react-hook-form'
import { type ProductForm, productWords } from './product-form.ts'

/** The fields of a product's pictures in their order, the main one first; an empty one is free. */
export const productPictures = [
  'imageUrl',
  'imagesUrl.0',
  'imagesUrl.1',
  'imagesUrl.2',
  'imagesUrl.3',
  'imagesUrl.4',
] as const satisfies readonly Path<ProductForm>[]

export function productPictureLabel(position: number): string {
  const { imageUrl, imagesUrl } = productWords
  return position === 0 ? imageUrl.label : `${imagesUrl.label} ${position}`
}

/** One picture is taken out and put in at another position; those between move up. */
export function movePicture(pictures: readonly string[], from: number, to: number): string[] {
  const next = [...pictures]
  const [moved = ''] = next.splice(from, 1)
  next.splice(to, 0, moved)
  return next
}

/**
 * The positions for new pictures. A single one goes to `target` and replaces what is there; several
 * fill the free positions, `target` first. Without a target all go to free positions.
 */
export function findFreePositions(
  pictures: readonly string[],
  count: number,
  target?: number,
): number[] {
  if (count === 1 && target !== undefined) return [target]
  const free = pictures.flatMap((address, position) => (address.trim() === '' ? [position] : []))
  const inOrder = free.filter((position) => position === target)
  return [...inOrder, ...free.filter((position) => position !== target)].slice(0, count)
}
