import { parseInert } from '../../ui/inert-document.ts'

const blocks = 'p, li, tr, h1, h2, h3, h4, h5, h6, div, blockquote'

/** The text of a description without its markup; the markup is read, never run or loaded. */
export function plainText(html: string): string {
  const { body } = parseInert(html)
  for (const element of body.querySelectorAll('script, style')) element.remove()
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n')
  for (const block of body.querySelectorAll(blocks)) block.append('\n')
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  const text = body.textContent ?? ''
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}
