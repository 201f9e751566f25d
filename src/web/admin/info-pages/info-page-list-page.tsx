import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { adminInfoPageApi, type ListedInfoPage } from '#contract/info-pages.ts'
import { write } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { formatTimeDay } from '../../ui/dates.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import { type DialogProps, defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { EditInfoPageDialog, NewInfoPageDialog } from './info-page-form-dialog.tsx'

function stateOf({ is_public, is_on_products }: ListedInfoPage): string {
  if (!is_public) return '草稿'
  return is_on_products ? '公開・商品頁' : '公開'
}

const columns: ListColumn<ListedInfoPage, never>[] = [
  { label: '標題', width: 200, grows: true, render: ({ title }) => title },
  { label: '網址', width: 180, render: (page) => <PageLink page={page} /> },
  { label: '更新', width: 130, render: ({ changed_at }) => formatTimeDay(changed_at) },
  {
    label: '狀態',
    width: 130,
    render: (page) => (
      <Chip size="small" color={page.is_public ? 'success' : 'default'} label={stateOf(page)} />
    ),
  },
]

/** Opens a draft, too. */
function PageLink({ page: { slug, is_public, preview } }: { page: ListedInfoPage }) {
  return (
    <Link
      component={RouterLink}
      to={paths.infoPage(slug, is_public ? undefined : preview)}
      target="_blank"
      rel="noreferrer"
      color="inherit"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, overflowWrap: 'anywhere' }}
    >
      {slug}
    </Link>
  )
}

const pageList = defineList({
  title: '頁面',
  path: paths.adminPages(),
  endpoint: adminInfoPageApi.list,
  rowsOf: ({ pages }) => pages,
  columns,
  labelOf: ({ title }) => title,
  emptyText: () => '還沒有頁面，可以從「關於我們」或「退換貨」開始寫',
  create: { label: '新增頁面', dialog: NewInfoPageDialog, permission: 'catalog.write' },
  dialogs: {
    edit: EditInfoPageDialog,
    delete: ({ entry, ...controls }) => <InfoPageDeleteDialog entry={entry} {...controls} />,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit', permission: 'catalog.write' },
    { label: '刪除', dialog: 'delete', permission: 'catalog.write', color: 'error' },
  ],
})

function InfoPageDeleteDialog({ entry, ...props }: DialogProps & { entry: ListedInfoPage }) {
  return (
    <DeleteDialog
      {...props}
      entries={[entry]}
      trashKind="page"
      labelOf={({ title }) => title}
      detailsOf={(page) => [
        { label: '網址', value: page.slug },
        { label: '狀態', value: stateOf(page) },
      ]}
      remove={(id) => write(adminInfoPageApi.remove, { params: { id } })}
    />
  )
}

export function AdminInfoPageListPage() {
  return <ListPage list={pageList} />
}
