export interface PolicyBlock {
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
