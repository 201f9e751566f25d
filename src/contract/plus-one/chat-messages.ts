import { standingAt } from './standing-at.ts'

/** A message of a chat, or a line of a list that somebody typed. */
export interface ChatMessage {
  kind: 'text' | 'media' | 'system' | 'heading'
  /** `2026-11-27T09:46`, as far as the chat tells it. */
  at?: string
  /** Absent in a list. */
  name?: string
  /** The name ends where the first space is, since nobody of that name is known. */
  isNameGuessed?: true
  lines: readonly ChatLine[]
}

export interface ChatLine {
  /** In the whole text, from 1. */
  number: number
  text: string
}

const heading = /^(?:\[LINE\]|儲存日期|Saved on)/i
const numericDay =
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: ?[(（][^()（）]{1,9}[)）]| (?:星期|週)[一二三四五六日]| [A-Z][a-z]{2,8})?$/
const englishDay = /^[A-Z][a-z]{2,8}, (\d{1,2})\/(\d{1,2})\/(\d{4})$/
/** The time at the beginning of a message, and the sign behind it. */
const begin = /^(上午|下午|凌晨|早上|中午|晚上)? ?(\d{1,2}):(\d{2}) ?(AM|PM)?([\t ])/i
const systemEnd =
  /(?:加入|離開|退出|移出)了?(?:聊天|群組|社群)[。.]?$|收回了?訊息[。.]?$|(?:joined|left) the (?:chat|group)\.?$|unsent a message\.?$/
const mediaWords = new Set([
  ...['貼圖', '照片', '圖片', '影片', '檔案', '語音訊息', '位置訊息', '聯絡資訊'],
  ...['sticker', 'photo', 'video', 'file', 'voice message', 'location', 'contact'],
])
/** These have a title behind them. */
const sharedWords = ['[相簿]', '[記事本]', '[投票]', '[album]', '[note]', '[poll]']

interface Draft {
  kind: ChatMessage['kind']
  at?: string
  name?: string
  isNameGuessed?: true
  lines: ChatLine[]
}

/**
 * The messages of a chat as LINE saves it on iOS and Android (times and names apart by tabs) or as it is
 * copied on a computer (apart by spaces); else each line is one of a list. A line that begins no
 * message belongs to the one before.
 */
export function readChat(text: string, people: readonly string[] = []): ChatMessage[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const written = lines.map((line) => line.trim()).filter((line) => line !== '')
  const signs = written.map((line) => begin.exec(line)?.[5]).filter((sign) => sign !== undefined)
  const isTabbed = signs.includes('\t')
  const hasDay = written.some((line) => readDay(line))
  const isSpaced = !isTabbed && signs.length > 0 && (hasDay || signs.length * 2 >= written.length)
  const namesAt = standingAt(people.map((name) => [`${name} `, name]))
  const hasNames = people.length > 0
  const drafts: Draft[] = []
  let day = ''
  for (const [index, line] of lines.entries()) {
    const own: ChatLine = { number: index + 1, text: line.trim() }
    const newDay = readDay(own.text)
    const match = isTabbed || isSpaced ? begin.exec(line) : null
    const isMessage = match !== null && (match[5] === '\t') === isTabbed
    if (newDay) {
      day = newDay
      drafts.push({ kind: 'heading', lines: [own] })
    } else if (heading.test(own.text)) {
      drafts.push({ kind: 'heading', lines: [own] })
    } else if (isMessage) {
      drafts.push(toDraft(match, { isTabbed, day, namesAt, hasNames, number: own.number }))
    } else if (own.text !== '') {
      const last = drafts.at(-1)
      if (last?.kind === 'text' && last.name !== undefined) last.lines.push(own)
      else if (last?.kind === 'heading' || !(isTabbed || isSpaced) || !last) {
        drafts.push({ kind: 'text', lines: [own] })
      } else last.lines.push(own)
    }
  }
  return drafts.map(withoutQuotes)
}

function readDay(text: string): string | undefined {
  const [, year, month, day] = numericDay.exec(text) ?? []
  if (year) return toDay(year, month, day)
  const [, englishMonth, englishOf, englishYear] = englishDay.exec(text) ?? []
  return englishYear ? toDay(englishYear, englishMonth, englishOf) : undefined
}

function toDay(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function toDraft(
  match: RegExpExecArray,
  {
    isTabbed,
    day,
    namesAt,
    hasNames,
    number,
  }: {
    isTabbed: boolean
    day: string
    namesAt: (text: string) => readonly string[]
    hasNames: boolean
    number: number
  },
): Draft {
  const [beginning, half, hour = '', minute = '', meridiem] = match
  const rest = match.input.slice(beginning.length)
  const clock = toClock(Number(hour), minute, half ?? meridiem?.toUpperCase())
  const at = day === '' ? undefined : `${day}T${clock}`
  const draft = (kind: Draft['kind'], text: string, more: Partial<Draft> = {}): Draft => ({
    kind,
    ...(at && { at }),
    ...more,
    lines: [{ number, text: text.trim() }],
  })
  if (isTabbed) {
    // A line of LINE itself has no name, or nothing but a text.
    const tab = rest.indexOf('\t')
    const name = rest.slice(0, Math.max(tab, 0)).trim()
    const said = rest.slice(tab + 1)
    return name === '' ? draft('system', said) : draft(kindOf(said), said, { name })
  }
  const first = rest.trim()
  if (isSystem(first)) return draft('system', first)
  const [known] = namesAt(first)
  if (known !== undefined) {
    const said = first.slice(known.length + 1)
    return draft(kindOf(said), said, { name: known })
  }
  const space = first.search(/\s/)
  if (space < 0) return draft('system', first)
  const said = first.slice(space + 1)
  const name = first.slice(0, space)
  return draft(kindOf(said), said, { name, ...(hasNames && { isNameGuessed: true }) })
}

/** Somebody joined, left, invited or took a message back. */
function isSystem(text: string): boolean {
  return systemEnd.test(text) || (text.includes('邀請') && text.endsWith('加入'))
}

function toClock(hour: number, minute: string, half = ''): string {
  const isLate = /^(?:下午|晚上|PM)$/.test(half) ? hour < 12 : half === '中午' && hour < 11
  const isMidnight = /^(?:上午|凌晨|早上|AM)$/.test(half) && hour === 12
  const whole = isLate ? hour + 12 : isMidnight ? 0 : hour
  return `${String(whole).padStart(2, '0')}:${minute}`
}

function kindOf(text: string): Draft['kind'] {
  const said = text.trim().toLowerCase()
  const [, inBrackets = said] = /^\[([^[\]]{1,20})\]$/.exec(said) ?? []
  const isMedia = mediaWords.has(inBrackets) || sharedWords.some((word) => said.startsWith(word))
  return isMedia || said.startsWith('☎') ? 'media' : 'text'
}

/** A message of several lines is saved in quotation marks on iOS. */
function withoutQuotes(draft: Draft): ChatMessage {
  const [first, ...others] = draft.lines
  const last = others.at(-1)
  if (!first || !last || !first.text.startsWith('"') || !last.text.endsWith('"')) return draft
  const lines = draft.lines
    .map((line) => {
      const from = line === first ? 1 : 0
      const to = line === last ? line.text.length - 1 : line.text.length
      return { ...line, text: line.text.slice(from, to).replaceAll('""', '"').trim() }
    })
    .filter(({ text }) => text !== '')
  return { ...draft, lines }
}
