import Box from '@mui/material/Box'
import { auditActions } from '#contract/audit.ts'
import { auditApi } from '#contract/audit-log.ts'
import {
  type AuditRow,
  actionLabel,
  actorOf,
  auditActionLabels,
  subjectLabel,
  subjectLabels,
} from '#contract/audit-words.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { AuditEntryDialog } from './audit-entry-dialog.tsx'

const subjectOf = ({ subject: { kind, title } }: AuditRow) => `${subjectLabel(kind)}「${title}」`

const columns: ListColumn<AuditRow, never>[] = [
  { label: '時間', width: 132, render: ({ at }) => formatDateTime(at) },
  { label: '成員', width: 150, render: actorOf },
  { label: '動作', width: 110, render: ({ action }) => actionLabel(action) },
  { label: '對象', width: 140, grows: true, render: subjectOf },
  { label: '來源', width: 120, render: ({ network }) => network ?? '—' },
]

const auditList = defineList({
  title: '操作紀錄',
  path: paths.adminAudit(),
  endpoint: auditApi.list,
  exportKind: 'audit',
  rowsOf: ({ entries }) => entries.map((entry) => ({ ...entry, id: String(entry.id) })),
  columns,
  labelOf: (row) => `${actionLabel(row.action)} ${row.subject.title}`,
  card: (row) => <AuditCard row={row} />,
  filters: [
    { name: 'q', label: '對象' },
    {
      name: 'action',
      label: '動作',
      options: [
        { value: '', label: '全部' },
        ...auditActions.map((value) => ({ value, label: auditActionLabels[value] })),
      ],
    },
    {
      name: 'actor',
      label: '成員',
      options: (reply) => [
        { value: '', label: '全部' },
        ...(reply?.actors.map(({ uid, name }) => ({ value: uid, label: name })) ?? []),
        { value: 'command', label: '系統管理指令' },
      ],
    },
    {
      name: 'kind',
      label: '類型',
      options: [
        { value: '', label: '全部' },
        ...Object.entries(subjectLabels).map(([value, label]) => ({ value, label })),
      ],
    },
    { name: 'from', label: '開始日', isDay: true },
    { name: 'to', label: '結束日', isDay: true },
  ],
  emptyText: () => '查無符合條件的資料',
  dialogs: { detail: AuditEntryDialog },
  rowActions: [{ label: '檢視', dialog: 'detail' }],
})

function AuditCard({ row }: { row: AuditRow }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{actionLabel(row.action)}</Box>
      <Box>{subjectOf(row)}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {formatDateTime(row.at)}．{actorOf(row)}
      </Box>
    </Box>
  )
}

export function AdminAuditPage() {
  return <ListPage list={auditList} />
}
