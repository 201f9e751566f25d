import { Fragment, type ReactNode } from 'react'
import { textParts } from '#contract/translate.ts'

/** A text with elements in it, such as a link: `rich('請先{link}', { link: <Link … /> })`. */
export function rich(text: string, values: Record<string, ReactNode>): ReactNode {
  return textParts(text, values).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    <Fragment key={index}>{part as ReactNode}</Fragment>
  ))
}
