import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** The names of `tokens.css` that are not Tailwind's own; without them a size counts as a colour. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['title', 'display'],
      leading: ['title', 'prose'],
      radius: ['card'],
      shadow: ['float'],
    },
  },
})

/** Joins class names; of two Tailwind utilities that set the same property the last one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
