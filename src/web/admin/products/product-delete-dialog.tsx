import { adminCatalogApi, contentText, type Product } from '#contract/catalog.ts'
import { call } from '../../api/call.ts'
import { showToast } from '../../ui/toast-store.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import { plainText } from './plain-text.ts'
import { Thumbnail } from './thumbnail.tsx'

interface ProductDeleteDialogProps {
  products: Product[]
  onDeleted: () => void
  onFailed: () => void
  onClose: () => void
}

export function ProductDeleteDialog(props: ProductDeleteDialogProps) {
  return (
    <DeleteDialog
      entries={props.products}
      titleOf={(product) => product.title}
      factsOf={({ imageUrl, title, category, description, ...product }) => [
        { label: '主圖', value: <Thumbnail src={imageUrl} alt={title} size={120} /> },
        { label: '分類', value: category },
        { label: '內容', value: contentText({ content: product.content }) },
        { label: '描述', value: plainText(description) },
      ]}
      remove={(id) => call(adminCatalogApi.remove, { params: { id } })}
      confirmManyLabel="確認刪除多筆資料"
      onDeleted={props.onDeleted}
      onFailed={({ message }) => {
        showToast({ message, success: false })
        props.onFailed()
      }}
      onClose={props.onClose}
    />
  )
}
