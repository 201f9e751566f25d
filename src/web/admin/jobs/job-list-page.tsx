import { adminJobApi } from '#contract/jobs.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { jobColumns } from './job-columns.tsx'
import { EndJobDialog, RetryJobDialog } from './job-dialogs.tsx'

const jobList = defineList({
  title: '失敗的工作',
  path: paths.adminJobs(),
  endpoint: adminJobApi.list,
  rowsOf: ({ jobs }) => jobs,
  columns: jobColumns,
  labelOf: (job) => job.name,
  filters: [{ name: 'name', label: '工作' }],
  emptyText: () => '沒有失敗的工作',
  dialogs: { retry: RetryJobDialog, end: EndJobDialog },
  rowActions: [
    { label: '重試', dialog: 'retry' },
    { label: '不再執行', dialog: 'end', color: 'error' },
  ],
})

export function AdminJobListPage() {
  return <ListPage list={jobList} />
}
