import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { FailedJob } from '#contract/jobs.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'

export const jobColumns: ListColumn<FailedJob, never>[] = [
  { label: '工作', width: 120, render: (job) => job.name },
  { label: '對象', width: 120, render: (job) => <JobSubject job={job} /> },
  { label: '次數', width: 56, align: 'right', render: (job) => job.attempts },
  { label: '最後錯誤', width: 130, grows: true, render: (job) => job.reason },
  { label: '建立時間', width: 100, render: (job) => formatTimestamp(job.created_at) },
  { label: '失敗時間', width: 100, render: (job) => formatTimestamp(job.failed_at) },
]

const subjectLabels: Record<string, string> = {
  order: '訂單',
  coupon: '優惠券',
  product: '產品',
  campaign: '團購',
  run: '執行紀錄',
  mail: '信件',
}

function JobSubject({ job: { subject } }: { job: FailedJob }) {
  if (!subject) return null
  const text = `${subjectLabels[subject.kind] ?? subject.kind} ${subject.id}`
  const address = addressOf(subject)
  if (!address) return text
  return (
    <Link
      component={RouterLink}
      to={address}
      color="inherit"
      sx={{ position: 'relative', zIndex: 1 }}
    >
      {text}
    </Link>
  )
}

function addressOf({ kind, id }: { kind: string; id: string }): string | undefined {
  switch (kind) {
    case 'order':
      return paths.adminOrder(id)
    case 'coupon':
      return paths.adminCoupon(id)
    case 'campaign':
      return paths.adminCampaign(id)
    case 'run':
      return paths.adminRun(id)
    case 'product':
      return paths.adminStock()
    default:
      return undefined
  }
}
