import { useSearchParams } from 'react-router'
import { type ReturnView, returnViews } from '#contract/return-states.ts'
import { adminReturnApi, type ListedReturn } from '#contract/returns.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import {
  askedColumn,
  dueColumn,
  goodsColumn,
  nameColumn,
  orderColumn,
  ReturnCard,
  reasonColumn,
  refundColumn,
  stateColumn,
} from './return-columns.tsx'
import { ReturnTabs } from './return-tabs.tsx'

const open: ListColumn<ListedReturn, never>[] = [
  ...[orderColumn, nameColumn, goodsColumn, reasonColumn, stateColumn, askedColumn, dueColumn],
]
const over: ListColumn<ListedReturn, never>[] = [
  ...[orderColumn, nameColumn, goodsColumn, reasonColumn, stateColumn, askedColumn, refundColumn],
]

const emptyTexts: Record<ReturnView, string> = {
  asked: '沒有待審核的退貨',
  to_come: '沒有待收回的退貨',
  to_refund: '沒有待檢查或待退款的退貨',
  done: '還沒有已結束的退貨',
}

function listOf(view: ReturnView) {
  return defineList({
    title: '退貨',
    path: paths.adminReturns(),
    endpoint: adminReturnApi.list,
    rowsOf: ({ returns }) => returns,
    columns: view === 'done' ? over : open,
    labelOf: ({ order_number: number }) => number,
    card: (one) => <ReturnCard one={one} />,
    hasPageSizes: true,
    summary: (reply) => <ReturnTabs view={view} counts={reply?.counts} />,
    fixedQuery: { view },
    filters: [{ name: 'q', label: '訂單編號或姓名' }],
    emptyText: () => emptyTexts[view],
  })
}

const lists = Object.fromEntries(returnViews.map((view) => [view, listOf(view)])) as Record<
  ReturnView,
  ReturnType<typeof listOf>
>

/** The returns, from the notice to the refund. */
export function AdminReturnListPage() {
  const [params] = useSearchParams()
  const view = returnViews.find((name) => name === params.get('view')) ?? 'asked'
  return <ListPage key={view} list={lists[view]} />
}
