import DeleteIcon from '@mui/icons-material/Delete'
import Chip from '@mui/material/Chip'
import { adminArticleApi, type ListedArticle } from '#contract/articles.ts'
import { paths } from '../../paths.ts'
import { formatTimeDay } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { ArticleDeleteDialog } from './article-delete-dialog.tsx'
import { EditArticleDialog, NewArticleDialog } from './article-form-dialog.tsx'

const articleColumns: ListColumn<ListedArticle, never>[] = [
  { label: '標題', width: 240, grows: true, render: ({ title }) => title },
  { label: '作者', width: 140, render: ({ author }) => author },
  { label: '日期', width: 130, render: (article) => formatTimeDay(article.create_at) },
  {
    label: '狀態',
    width: 110,
    render: ({ isPublic }) => (
      <Chip
        size="small"
        color={isPublic ? 'success' : 'default'}
        label={isPublic ? '公開' : '未公開'}
      />
    ),
  },
]

const articleList = defineList({
  title: '公告管理',
  path: paths.adminArticles(),
  endpoint: adminArticleApi.list,
  rowsOf: ({ articles }) => articles,
  columns: articleColumns,
  labelOf: ({ title }) => title,
  emptyText: () => '目前沒有公告',
  create: { label: '新增公告', dialog: NewArticleDialog, permission: 'catalog.write' },
  dialogs: {
    edit: EditArticleDialog,
    delete: ({ entry, ...controls }) => <ArticleDeleteDialog entries={[entry]} {...controls} />,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit', permission: 'catalog.write' },
    { label: '刪除', dialog: 'delete', permission: 'catalog.write', color: 'error' },
  ],
  bulkActions: [
    {
      label: () => '刪除',
      icon: <DeleteIcon />,
      dialog: ArticleDeleteDialog,
      permission: 'catalog.write',
    },
  ],
})

export function AdminArticleListPage() {
  return <ListPage list={articleList} />
}
