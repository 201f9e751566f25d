import { escapeHtml, hasTags } from '#contract/markup.ts'

interface PolicyBlock {
  /** Of the text, counted from 0. */
  line: number
  isHeading: boolean
  text: string
}

/** The lines of a policy; one that begins with `## ` is a heading. */
export function policyBlocks(text: string): PolicyBlock[] {
  return text.split('\n').flatMap((whole, line) => {
    const isHeading = whole.startsWith('## ')
    const words = (isHeading ? whole.slice(3) : whole).trim()
    return words === '' ? [] : [{ line, isHeading, text: words }]
  })
}

/** The same for the editor of the back office, which knows headings as HTML. */
export function policyMarkup(text: string): string {
  const blocks = policyBlocks(text)
  if (hasTags(text) || !blocks.some(({ isHeading }) => isHeading)) return text
  const elements = blocks.map((block) => {
    const element = block.isHeading ? 'h2' : 'p'
    return `<${element}>${escapeHtml(block.text)}</${element}>`
  })
  return elements.join('\n')
}
