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
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:\s*[(（][^()（）]{1,9}[)）]|\s+(?:星期|週)[一二三四五六日]|\s+[A-Z][a-z]+day)?$/
const englishDay = /^[A-Z][a-z]{2,8}, (\d{1,2})\/(\d{1,2})\/(\d{4})$/
const time = '(上午|下午|凌晨|早上|中午|晚上)? ?(\\d{1,2}):(\\d{2}) ?(AM|PM)?'
const tabbed = new RegExp(`^${time}\\t([^\\t]*)(?:\\t(.*))?$`, 'i')
const spaced = new RegExp(`^${time} (.+)$`, 'i')
const system =
  /(?:加入(?:了)?(?:聊天|群組|社群)|離開(?:了)?(?:聊天|群組|社群)|退出(?:了)?(?:聊天|群組|社群)|(?:已)?收回(?:了)?訊息|移出(?:了)?(?:聊天|群組|社群)|邀請.{1,60}加入|變更(?:了)?(?:聊天室|群組|社群).{0,40}|joined the (?:chat|group)|left the (?:chat|group)|unsent a message)[。.]?$/
const mediaWords =
  '貼圖|照片|圖片|影片|檔案|語音訊息|位置訊息|聯絡資訊|相簿|記事本|投票|Sticker|Photo|Video|File|Voice message|Location|Contact|Album|Note|Poll'
const media = new RegExp(
  `^(?:\\[(?:${mediaWords})\\]|(?:貼圖|照片|圖片|影片)|\\[(?:相簿|記事本|投票|Album|Note|Poll)\\].*|☎.*)$`,
  'i',
)

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
  const isTabbed = lines.some((line) => tabbed.test(line))
  const written = lines.filter((line) => line.trim() !== '')
  const timed = written.filter((line) => spaced.test(line.trim()))
  const hasDay = written.some((line) => readDay(line.trim()))
  const isSpaced = !isTabbed && timed.length > 0 && (hasDay || timed.length * 2 >= written.length)
  const names = people.toSorted((a, b) => b.length - a.length)
  const drafts: Draft[] = []
  let day = ''
  for (const [index, line] of lines.entries()) {
    const own: ChatLine = { number: index + 1, text: line.trim() }
    const newDay = readDay(own.text)
    const match = isTabbed ? tabbed.exec(line) : isSpaced ? spaced.exec(line.trim()) : null
    if (newDay) {
      day = newDay
      drafts.push({ kind: 'heading', lines: [own] })
    } else if (heading.test(own.text)) {
      drafts.push({ kind: 'heading', lines: [own] })
    } else if (match) {
      drafts.push(toDraft(match, { isTabbed, day, names, number: own.number }))
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
    names,
    number,
  }: { isTabbed: boolean; day: string; names: readonly string[]; number: number },
): Draft {
  const [, half, hour = '', minute = '', meridiem, first = '', second] = match
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
    if (second === undefined || first.trim() === '') return draft('system', second ?? first)
    return draft(kindOf(second), second, { name: first.trim() })
  }
  if (system.test(first.trim())) return draft('system', first)
  const known = names.find((name) => first.startsWith(`${name} `))
  if (known !== undefined) {
    const said = first.slice(known.length + 1)
    return draft(kindOf(said), said, { name: known })
  }
  const [, name = '', said = ''] = /^(\S+)\s+(.*)$/.exec(first) ?? []
  if (name === '') return draft('system', first)
  return draft(kindOf(said), said, { name, ...(names.length > 0 && { isNameGuessed: true }) })
}

function toClock(hour: number, minute: string, half = ''): string {
  const isLate = /^(?:下午|晚上|PM)$/.test(half) ? hour < 12 : half === '中午' && hour < 11
  const isMidnight = /^(?:上午|凌晨|早上|AM)$/.test(half) && hour === 12
  const whole = isLate ? hour + 12 : isMidnight ? 0 : hour
  return `${String(whole).padStart(2, '0')}:${minute}`
}

function kindOf(text: string): Draft['kind'] {
  return media.test(text.trim()) ? 'media' : 'text'
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
