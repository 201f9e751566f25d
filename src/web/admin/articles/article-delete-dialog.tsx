import { adminArticleApi, type ListedArticle } from '#contract/articles.ts'
import { write } from '../../api/write.ts'
import { formatTimeDay } from '../../ui/dates.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import type { DialogProps } from '../lists/list-definition.ts'

export function ArticleDeleteDialog(props: DialogProps & { entries: ListedArticle[] }) {
  return (
    <DeleteDialog
      {...props}
      trashKind="article"
      labelOf={({ title }) => title}
      detailsOf={(article) => [
        { label: '作者', value: article.author },
        { label: '日期', value: formatTimeDay(article.create_at) },
        { label: '狀態', value: article.isPublic ? '公開' : '未公開' },
      ]}
      remove={(id) => write(adminArticleApi.remove, { params: { id } })}
    />
  )
}
