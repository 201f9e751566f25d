import { adminCatalogApi, contentText, type Product } from '#contract/catalog.ts'
import { write } from '../../api/write.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import type { DialogProps } from '../lists/list-definition.ts'
import { plainText } from './plain-text.ts'
import { Thumbnail } from './thumbnail.tsx'

export function ProductDeleteDialog({
  entries,
  ...controls
}: DialogProps & { entries: Product[] }) {
  return (
    <DeleteDialog
      {...controls}
      entries={entries}
      trashKind="product"
      labelOf={(product) => product.title}
      detailsOf={({ imageUrl, title, category, content, description }) => [
        { label: '主圖', value: <Thumbnail src={imageUrl} alt={title} size={120} /> },
        { label: '分類', value: category },
        { label: '內容', value: contentText({ content }) },
        { label: '描述', value: plainText(description) },
      ]}
      remove={(id) => write(adminCatalogApi.remove, { params: { id } })}
      confirmManyLabel="確認刪除多筆資料"
    />
  )
}
