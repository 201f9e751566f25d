import { and, inArray, isNull, sql } from 'drizzle-orm'
import {
  CouponInput as couponSchema,
  maxCouponMinTotal,
  maxCouponUses,
} from '#contract/coupons.schema.ts'
import type { CouponInput } from '#contract/coupons.ts'
import { shopErrors } from '#contract/errors.ts'
import { lockCoupon } from '../coupons/admin-coupons.queries.ts'
import {
  archiveCoupon,
  changeCoupon,
  checkCoupon,
  createCoupon,
} from '../coupons/admin-coupons.service.ts'
import type { Db } from '../db/connect.ts'
import { coupons } from '../db/tables/coupons.ts'
import {
  couponColumns,
  type ExportedCoupon,
  findExportedCoupons,
} from '../exports/coupon-export.ts'
import { PlainCell } from '../http/csv.ts'
import type { RunInput } from '../runs/run-action.ts'
import {
  dayCell,
  flagCell,
  listCell,
  numberCell,
  optional,
  ruleFlagCell,
  textCell,
} from './cells.ts'
import { createSchemaCheck } from './check-schema.ts'
import type { CheckedLine } from './import-source.ts'
import { defineTableImport, type TableImport } from './table-import.ts'

const useLimit = optional(numberCell({ minimum: 1, maximum: maxCouponUses }))
const checkSchema = createSchemaCheck(couponSchema)
const asInput = (input: RunInput) => input as unknown as CouponInput
const foldCode = (code: string) => code.normalize('NFKC').trim().toLowerCase()

function basicInput(row: ExportedCoupon) {
  const { title, code, percent, dueDate, isEnabled } = row
  return { title, code, percent, due_date: dueDate, is_enabled: isEnabled }
}

function wholeInput(row: ExportedCoupon): RunInput {
  return {
    ...basicInput(row),
    valid_from: row.validFrom,
    max_uses: row.maxUses,
    max_uses_per_member: row.maxUsesPerMember,
    min_total: row.minTotal,
    first_order_only: row.isFirstOrderOnly,
    categories: row.categories,
    product_ids: row.productIds,
    allows_group: row.allowsGroup,
  }
}

/** A code that a coupon has which is not this line's own. */
async function refuseTakenCodes(db: Db, lines: readonly CheckedLine[]): Promise<void> {
  const codeOf = ({ plan, changes }: CheckedLine) =>
    plan && changes.some(({ column }) => column === '優惠碼')
      ? foldCode(String(plan.input.code))
      : undefined
  const codes = lines.flatMap((line) => codeOf(line) ?? [])
  if (codes.length === 0) return
  const folded = sql<string>`lower(${coupons.code})`
  const taken = await db
    .select({ id: coupons.id, code: folded })
    .from(coupons)
    .where(and(isNull(coupons.deletedAt), inArray(folded, codes)))
  const owners = new Map(taken.map(({ id, code }) => [code, id]))
  for (const line of lines) {
    const owner = owners.get(codeOf(line) ?? '')
    if (owner === undefined || owner === line.subjectId) continue
    const reason = shopErrors.COUPON_CODE_TAKEN.message
    Object.assign(line, { outcome: 'error', plan: null, errors: [{ column: '優惠碼', reason }] })
  }
}

const table: TableImport<ExportedCoupon> = {
  permission: 'data.import',
  columns: couponColumns,
  idKey: 'id',
  required: [],
  passedOver: ['已使用'],
  unique: { key: 'code', fold: foldCode },
  undoSeconds: 24 * 60 * 60,
  examples: async () => [
    [
      '',
      '週年慶八折',
      'ANNIVERSARY80',
      80,
      new PlainCell('2099/12/31'),
      '是',
      '',
      100,
      1,
      500,
      '否',
      '',
      '',
      '否',
    ],
    [
      '',
      '首購九折',
      'HELLO90',
      90,
      new PlainCell('2099/12/31'),
      '否',
      '',
      '',
      '',
      '',
      '是',
      '茶與咖啡|點心',
      '',
      '否',
    ],
  ],
  cells: {
    title: textCell,
    code: (text) => textCell(text.normalize('NFKC')),
    percent: numberCell({ minimum: 1, maximum: 100 }),
    due_date: dayCell('end'),
    is_enabled: flagCell,
    valid_from: optional(dayCell('start')),
    max_uses: useLimit,
    max_uses_per_member: useLimit,
    min_total: optional(numberCell({ minimum: 1, maximum: maxCouponMinTotal })),
    first_order_only: ruleFlagCell,
    categories: listCell,
    product_ids: listCell,
    allows_group: ruleFlagCell,
  },
  texts: ['title', 'code', 'categories'],
  needed: ['title', 'code', 'percent', 'due_date', 'is_enabled'],
  idOf: ({ id }) => id,
  titleOf: ({ title }) => title,
  find: findExportedCoupons,
  version: ({ used: _, ...row }) => row,
  toInput: (values, known) => ({ ...(known && basicInput(known)), ...Object.fromEntries(values) }),
  checkInput(input, known) {
    checkSchema(input)
    checkCoupon(asInput({ ...(known && wholeInput(known)), ...input }))
  },
  checkOthers: refuseTakenCodes,
  lock: lockCoupon,
  create: ({ tx, actor }, input) => createCoupon(tx, actor, asInput(input)),
  async change({ tx, actor }, id, input) {
    await changeCoupon(tx, actor, { id, input: asInput(input) })
  },
  before(row, input) {
    const whole = Object.entries(wholeInput(row))
    return Object.fromEntries(whole.filter(([key]) => key in input))
  },
  archive: ({ tx, actor }, id) => archiveCoupon(tx, actor, id),
}

export const couponImport = defineTableImport(table)
