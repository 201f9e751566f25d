import { adminCatalogApi, type Product } from '#contract/catalog.ts'
import { call } from '../../api/call.ts'
import { showToast } from '../../ui/toast-store.ts'
import { DeleteDialog, EntryFacts, EntryTitles } from '../lists/delete-dialog.tsx'
import { useDeletion } from '../lists/deletion.ts'
import { plainText } from './plain-text.ts'
import { Thumbnail } from './thumbnail.tsx'

interface ProductDeleteDialogProps {
  /** One product, or several to delete together. */
  products: Product[]
  onDeleted: () => void
  onFailed: () => void
  onClose: () => void
}

export function ProductDeleteDialog(props: ProductDeleteDialogProps) {
  const { products } = props
  const only = products.length === 1 ? products[0] : undefined
  const deletion = useDeletion({
    remove: (id) => call(adminCatalogApi.remove, { params: { id } }),
    onDeleted: props.onDeleted,
    onFailed: (error) => {
      showToast({ message: error.message, success: false })
      props.onFailed()
    },
  })

  return (
    <DeleteDialog
      title={only ? `${only.title} - 確認刪除` : '確認刪除多筆資料'}
      confirmLabel={only ? '確認刪除' : '確認刪除多筆資料'}
      isDeleting={deletion.isPending}
      onConfirm={() => deletion.mutate(products.map(({ id }) => id))}
      onClose={props.onClose}
    >
      {only ? (
        <EntryFacts
          facts={[
            { label: '主圖', value: <Thumbnail src={only.imageUrl} alt={only.title} size={120} /> },
            { label: '分類', value: only.category },
            { label: '內容', value: only.content },
            { label: '描述', value: plainText(only.description) },
          ]}
        />
      ) : (
        <EntryTitles titles={products} />
      )}
    </DeleteDialog>
  )
}
