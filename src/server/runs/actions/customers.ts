import { shopErrors } from '#contract/errors.ts'
import { lastAuditRun } from '../../audit/audit.queries.ts'
import { listCustomerNumbers, lockCustomer, readTagsOf } from '../../customers/customers.queries.ts'
import {
  customerSubject,
  editTags,
  readCustomerNumber,
  readTag,
  tagsRefusal,
} from '../../customers/customers.service.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { RunAction, RunInput, Wanted } from '../run-action.ts'

const filterNames = ['q', 'tag', 'orders_min', 'spent_min', 'from', 'to']

const without = (tags: readonly string[], tag: string) => tags.filter((one) => one !== tag)
const withTag = (tags: readonly string[], tag: string) => [...without(tags, tag), tag]

export function customerRunActions(): RunAction[] {
  return [
    tagging({ name: 'add_tag', change: withTag, revert: without, already: '已有此標籤' }),
    tagging({ name: 'remove_tag', change: without, revert: withTag, already: '沒有此標籤' }),
  ]
}

interface Tagging {
  name: string
  change(tags: readonly string[], tag: string): string[]
  revert(tags: readonly string[], tag: string): string[]
  /** Why nothing is to be done. */
  already: string
}

function tagging({ name, change, revert, already }: Tagging): RunAction {
  const isSo = (tags: readonly string[], tag: string) =>
    tags.includes(tag) === change([], tag).includes(tag)
  return {
    ...{ kind: 'customers', name, permission: 'customer.write' },
    checkInput: (input) => void tagOf(input),
    find: (db, { filter, limit }: Wanted) => {
      // A filter that is not understood must never mean all customers.
      const unknown = Object.keys(filter).find((key) => !filterNames.includes(key))
      if (unknown) throw new ShopError('INVALID_INPUT', { message: [`${unknown} 格式錯誤`] })
      return listCustomerNumbers(db, filter, { limit })
    },
    async check(db, ids, input) {
      const tag = tagOf(input)
      const numbers = ids.filter((id) => /^[1-9][0-9]{0,14}$/.test(id)).map(Number)
      const known = await readTagsOf(db, numbers)
      return ids.map((id) => {
        const tags = known.get(Number(id))
        if (!tags) return { id, title: id, reason: shopErrors.CUSTOMER_NOT_FOUND.message }
        const { title } = customerSubject(Number(id))
        const reason = isSo(tags, tag) ? already : tagsRefusal(change(tags, tag))
        return { id, title, ...(reason && { reason }) }
      })
    },
    async apply({ tx, actor, run, entry }) {
      const tag = tagOf(run.input)
      await editTags(tx, actor, readCustomerNumber(entry.subjectId ?? ''), (known) => {
        if (isSo(known, tag)) throw new ShopError('INVALID_INPUT', { message: already })
        return change(known, tag)
      })
      return undefined
    },
    async undo({ tx, actor, run, entry }) {
      const num = readCustomerNumber(entry.subjectId ?? '')
      await lockCustomer(tx, num)
      const { kind, id } = customerSubject(num)
      if ((await lastAuditRun(tx, { kind, id })) !== run.id) return false
      await editTags(tx, actor, num, (known) => revert(known, tagOf(run.input)))
      return true
    },
  }
}

function tagOf({ tag }: RunInput): string {
  if (typeof tag === 'string' && tag.trim() !== '') return readTag(tag, 'tag')
  const message = '請輸入標籤'
  throw new ShopError('INVALID_INPUT', { message, fields: { tag: message } })
}
