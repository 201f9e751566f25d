import { hasTags } from '#contract/markup.ts'

export interface Selected {
  text: string
  start: number
  end: number
}

export type Format = 'heading' | 'bold' | 'list' | 'link' | 'table'

const blockStart =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|blockquote|pre|figure|figcaption|hr)\b/i
const opened = /<(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|pre|figure)[\s>]/gi
const closed = /<\/(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|pre|figure)>/gi

const countOf = (pattern: RegExp, line: string) => line.match(pattern)?.length ?? 0

/**
 * Lines of plain text between elements become paragraphs, since HTML shows no line breaks. A text
 * without any tag stays: the shop shows its line breaks as they are.
 */
export function withParagraphs(text: string): string {
  if (!hasTags(text)) return text
  const lines: string[] = []
  let bare: string[] = []
  let depth = 0
  const endParagraph = () => {
    if (bare.length > 0) lines.push(`<p>${bare.join('<br>\n')}</p>`)
    bare = []
  }
  for (const line of text.split('\n')) {
    const isBare = depth === 0 && line.trim() !== '' && !blockStart.test(line.trim())
    if (isBare && countOf(opened, line) === 0) {
      bare.push(line.trim())
      continue
    }
    endParagraph()
    lines.push(line)
    depth = Math.max(0, depth + countOf(opened, line) - countOf(closed, line))
  }
  endParagraph()
  return lines.join('\n')
}

/** The text with the format around what is selected; its words are selected, to be typed over. */
export function formatted(selected: Selected, format: Format): Selected {
  const { text, start, end } = selected
  const chosen = text.slice(start, end)
  switch (format) {
    case 'bold':
      return inserted(selected, '<strong>', chosen || '粗體字', '</strong>')
    case 'link':
      return inserted(selected, '<a href="', 'https://', `">${chosen || '連結文字'}</a>`)
    case 'heading':
      return insertedBlock(selected, '<h2>', chosen || '標題', '</h2>')
    case 'list': {
      const items = (chosen || '第一項\n第二項').split('\n').filter((line) => line.trim() !== '')
      return insertedBlock(
        selected,
        '<ul>\n',
        items.map((line) => `<li>${line.trim()}</li>`).join('\n'),
        '\n</ul>',
      )
    }
    case 'table':
      return insertedBlock(
        selected,
        '<table>\n<tr><th>',
        '項目',
        '</th><th>說明</th></tr>\n<tr><td>內容</td><td>內容</td></tr>\n</table>',
      )
  }
}

export function withPicture(selected: Selected, address: string): Selected {
  return insertedBlock(selected, `<p><img src="${address}" alt="`, '', '"></p>')
}

function inserted(selected: Selected, before: string, words: string, after: string): Selected {
  const { text, start, end } = selected
  const from = start + before.length
  return {
    text: text.slice(0, start) + before + words + after + text.slice(end),
    start: from,
    end: from + words.length,
  }
}

/** On lines of its own. */
function insertedBlock(selected: Selected, before: string, words: string, after: string): Selected {
  const { text, start, end } = selected
  const lead = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const rest = text.slice(end)
  const trail = rest.startsWith('\n') ? '' : '\n'
  return inserted(selected, lead + before, words, after + trail)
}
