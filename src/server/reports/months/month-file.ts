import type { MonthFigures } from '#contract/months.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { toWorkbook, type XlsxCell, type XlsxSheet } from '../../input/xlsx/write-workbook.ts'
import type { SplitLine } from './month-figures.ts'
import type { InvoiceLine, MonthItems } from './months.queries.ts'

interface MonthFileTask {
  month: string
  shop: { name: string; taxId: string }
  figures: MonthFigures
  lines: readonly SplitLine[]
  items: MonthItems
}

const kindWords = {
  captured: '收款',
  withdrawn: '收款取消',
  refunded: '退款',
  credited: '退為購物金',
} as const

/** The file of a month for the accountant: a sheet of sums, and one for what each is the sum of. */
export function toMonthFile(task: MonthFileTask): Promise<Buffer> {
  const { lines, items } = task
  const isRefund = ({ kind }: SplitLine) => kind === 'refunded' || kind === 'credited'
  const refunds = lines.filter(isRefund)
  const receipts = lines.filter((line) => !isRefund(line))
  return toWorkbook([
    toSummary(task),
    {
      name: '收款',
      widths: [20, 16, 12, 16, 12, 12, 12, 14, 12],
      rows: [
        ...[
          ['時間', '訂單編號', '種類', '付款方式', '商品', '折扣', '運費', '購物金與點數', '金額'],
        ],
        ...receipts.map(({ at, order_number, kind, method, parts, signed }) => [
          ...[timeOf(at), order_number, kindWords[kind], method ? paymentMethodLabel(method) : ''],
          ...[parts.goods, -parts.discounts, parts.fees, -parts.credit, signed],
        ]),
        ...sumRow('合計', 4, [
          ...[task.figures.goods, -task.figures.discounts, task.figures.fees],
          ...[-task.figures.credit_used, task.figures.received],
        ]),
      ],
    },
    {
      name: '退款',
      widths: [20, 16, 14, 12],
      rows: [
        ...[['時間', '訂單編號', '種類', '金額']],
        ...refunds.map(({ at, order_number, kind, amount }) => [
          ...[timeOf(at), order_number, kindWords[kind], amount],
        ]),
        ...sumRow('退款合計（不含退為購物金）', 3, [task.figures.refunded]),
      ],
    },
    {
      name: '發票',
      widths: [20, 16, 10, 20, 16, 12],
      rows: [
        ...[['日期', '發票號碼', '種類', '折讓單號', '訂單編號', '金額']],
        ...invoiceRows('開立', items.invoices, 1),
        ...invoiceRows('作廢', items.voids, -1),
        ...invoiceRows('折讓', items.allowances, -1),
        ...sumRow('淨額', 5, [task.figures.issued - task.figures.voided - task.figures.allowed]),
      ],
    },
    {
      name: '撥款',
      widths: [20, 24, 16, 28, 12, 12, 12],
      rows: [
        ...[['日期', '金流交易編號', '訂單編號', '對帳檔', '交易金額', '手續費', '淨額']],
        ...items.payouts.map(({ at, trade_no, order_number, file_name, amount, fee }) => [
          ...[timeOf(at).slice(0, 10), trade_no, order_number, file_name],
          ...[amount, fee, amount - fee],
        ]),
        ...sumRow('合計', 4, [
          ...[task.figures.paid_out, task.figures.payout_fees],
          task.figures.paid_out - task.figures.payout_fees,
        ]),
      ],
    },
  ])
}

function toSummary({ month, shop, figures }: MonthFileTask): XlsxSheet {
  const { goods, discounts, fees, credit_used, received, refunded, credited, net } = figures
  const { issued, voided, allowed, paid_out, payout_fees } = figures
  return {
    name: '總表',
    widths: [28, 16, 48],
    rows: [
      ['項目', '新臺幣元', '說明'],
      ['月份', month, '以臺北時間計；金額含稅'],
      ['商店', shop.name, shop.taxId === '' ? '' : `統一編號 ${shop.taxId}`],
      ['', '', ''],
      ['商品銷售額', goods, '折扣前'],
      ['折扣', -discounts, '優惠券、團購價差與進位'],
      ['運費', fees, ''],
      ['購物金與點數折抵', -credit_used, ''],
      ['收款', received, '以上四項的和；收到的款項減去取消的收款'],
      ['退款', -refunded, '已退回給顧客的款項'],
      ['淨收款', net, '收款減退款'],
      ['', '', ''],
      ['退為購物金', credited, '款項未退出，商店欠顧客的購物金'],
      ['', '', ''],
      ['開立發票', issued, ''],
      ['作廢發票', -voided, ''],
      ['折讓', -allowed, ''],
      ['發票淨額', issued - voided - allowed, ''],
      ['', '', ''],
      ['金流撥款（交易金額）', paid_out, '依匯入的對帳檔'],
      ['金流手續費', -payout_fees, ''],
      ['撥款淨額', paid_out - payout_fees, ''],
    ],
  }
}

const invoiceRows = (word: string, lines: readonly InvoiceLine[], sign: 1 | -1): XlsxCell[][] =>
  lines.map(({ at, number, allowance_number = null, order_number, amount }) => [
    ...[timeOf(at).slice(0, 10), number, word, allowance_number, order_number, sign * amount],
  ])

function sumRow(word: string, before: number, sums: number[]): XlsxCell[][] {
  return [[word, ...Array<XlsxCell>(before - 1).fill(''), ...sums]]
}

/** A time of PostgreSQL as people of Taipei write it. */
function timeOf(at: string): string {
  const taipei = new Date(Date.parse(at) + 8 * 60 * 60_000).toISOString()
  return `${taipei.slice(0, 10).replaceAll('-', '/')} ${taipei.slice(11, 16)}`
}
