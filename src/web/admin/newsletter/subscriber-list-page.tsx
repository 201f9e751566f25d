import { adminNewsletterApi, type Subscriber } from '#contract/newsletter.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'

const columns: ListColumn<Subscriber, never>[] = [
  { label: '電子信箱', width: 280, grows: true, render: ({ email }) => email },
  { label: '確認時間', width: 160, render: ({ confirmed_at }) => formatTimestamp(confirmed_at) },
]

const subscriberList = defineList({
  title: '電子報訂閱者',
  path: paths.adminNewsletter(),
  endpoint: adminNewsletterApi.list,
  importKind: 'subscribers',
  exportKind: 'subscribers',
  rowsOf: ({ subscribers }) => subscribers,
  columns,
  labelOf: ({ email }) => email,
  emptyText: () => '還沒有已確認的訂閱者',
})

export function AdminSubscriberListPage() {
  return <ListPage list={subscriberList} />
}
