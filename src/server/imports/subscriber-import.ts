import { maskEmail } from '#contract/masking.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { shorten } from '../input/shorten.ts'
import { addConsented, findConfirmed, removeSubscriber } from '../newsletter/newsletter.queries.ts'
import { forgetInput } from './import-lines.queries.ts'
import { type CheckedLine, faultyLine, type ImportSource, type ReadLine } from './import-source.ts'

const columns = [
  {
    ...{ key: 'email', word: '電子信箱' },
    others: [
      ...['email', 'e-mail', 'email address', '電子郵件', '電子郵件地址', '信箱', '會員信箱'],
      ...['顧客電郵', '電郵', 'customer email'],
    ],
  },
  {
    ...{ key: 'consent', word: '同意接收電子報' },
    others: [
      ...['accepts email marketing', 'accepts marketing', 'email marketing consent'],
      ...['accept marketing', 'email marketing', '接受優惠宣傳', '是否接受優惠宣傳'],
      ...['接受電郵優惠宣傳', '訂閱電子報', '電子報', '電子報訂閱', '是否訂閱電子報', 'newsletter'],
    ],
  },
]

const yes = /^(?:yes|y|true|1|是|有|同意|訂閱|已訂閱|subscribed)$/i
const no = /^(?:no|n|false|0|否|無|不同意|未訂閱|unsubscribed|not subscribed|)$/i
const maxWord = 100

/**
 * Customers of another shop who agreed there to receive its newsletter. Only they are taken over,
 * with the words in which the file says so; a shop has no accounts but those that people make.
 */
export const subscriberImport: ImportSource = {
  permission: 'customer.write',
  columns,
  required: ['consent'],
  passedOver: [],
  unique: { key: 'email', fold: (text) => normalizeEmail(text) ?? '' },
  undoSeconds: 24 * 60 * 60,
  examples: async () => [
    ['an@example.com', '是'],
    ['bo@example.com', '否'],
  ],
  async check(db, lines) {
    const emails = lines.flatMap((line) => readEmail(line) ?? [])
    const found = emails.length === 0 ? [] : await findConfirmed(db, emails)
    const known = new Set(found)
    return lines.map((line) => checkLine(line, known))
  },
  async apply({ tx, entry }, { input }) {
    const { email, consent } = input as { email: string; consent: string }
    // A run is kept for a month, longer than a name has any use in it.
    await forgetInput(tx, entry)
    const id = await addConsented(tx, { email, consent })
    return id === undefined ? {} : { subjectId: id, undo: { id } }
  },
  async undo({ tx, entry }) {
    const id = entry.undo?.id
    if (typeof id !== 'string') return false
    await removeSubscriber(tx, id)
    return true
  },
}

const readEmail = ({ cells }: ReadLine) => normalizeEmail(cells.get('email') ?? '')

function checkLine(line: ReadLine, known: ReadonlySet<string>): CheckedLine {
  const email = readEmail(line)
  const said = (line.cells.get('consent') ?? '').normalize('NFKC').trim()
  // A run keeps titles for a month: they name nobody.
  const title = maskEmail(email ?? '')
  if (email === undefined) {
    return faultyLine(line, { title: '' }, [{ column: '電子信箱', reason: '格式不正確' }])
  }
  const about = { line: line.line, subjectId: null, title, errors: [] }
  if (yes.test(said)) {
    if (known.has(email)) return { ...about, outcome: 'same', changes: [], plan: null }
    const consent = `由匯入的名單記載：同意接收電子報為「${shorten(said, maxWord)}」`
    const changes = [{ column: '訂閱電子報', before: '', after: '是' }]
    return { ...about, outcome: 'new', changes, plan: { input: { email, consent }, seen: null } }
  }
  if (no.test(said)) return { ...about, outcome: 'same', changes: [], plan: null }
  const reason = `「${shorten(said, 40)}」請填是或否`
  return faultyLine(line, { title }, [{ column: '同意接收電子報', reason }])
}
