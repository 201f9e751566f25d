import { useQuery } from '@tanstack/react-query'
import { cartApi } from '#contract/cart.ts'
import {
  adminCatalogApi,
  catalogApi,
  type Product,
  type ProductSortColumn,
  productSortColumns,
} from '#contract/catalog.ts'
import { apiQuery } from '../../api/queries.ts'
import { freshOnOpening, listQuery } from '../lists/list-query.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useSelection } from '../lists/selection.ts'
import { useListAddress } from '../lists/use-list-address.ts'
import { useListDialog } from '../lists/use-list-dialog.ts'
import { matchingCategory } from './category-match.ts'
import { CategorySearch } from './category-search.tsx'
import { productColumns } from './product-columns.tsx'
import { ProductDeleteDialog } from './product-delete-dialog.tsx'
import type { ProductDialog } from './product-dialog.ts'
import { ProductFormDialog } from './product-form-dialog.tsx'

/** What shows products: a change here makes all of it stale. */
const showingProducts = [
  adminCatalogApi.list,
  catalogApi.list,
  catalogApi.all,
  catalogApi.detail,
  cartApi.read,
]

export function AdminProductListPage() {
  const address = useListAddress<ProductSortColumn>(productSortColumns)
  const { category } = address
  const query = useQuery({
    ...apiQuery(adminCatalogApi.list, { query: { ...listQuery(address), category } }),
    ...freshOnOpening,
  })
  const rows = query.data && matchingCategory(query.data.products, category)
  const selection = useSelection(address.key, rows?.map(({ id }) => id) ?? [])
  const dialogs = useListDialog<ProductDialog>({
    stale: showingProducts,
    resetSelection: selection.reset,
  })

  return (
    <>
      <ListScreen<Product, ProductSortColumn>
        title="產品列表"
        columns={productColumns}
        titleOf={(product) => product.title}
        address={address}
        list={{
          rows,
          pagination: query.data?.pagination,
          error: query.error,
          retry: () => void query.refetch(),
        }}
        selection={selection}
        heading={dialogs.heading}
        emptyText={category ? '查無此類別資料' : '目前無資料'}
        search={<CategorySearch category={category} onSearch={address.searchCategory} />}
        create={{ label: '新增產品', onClick: () => dialogs.open({ mode: 'create' }) }}
        onEdit={(entry) => dialogs.open({ mode: 'edit', entry })}
        onDelete={(entry) => dialogs.open({ mode: 'delete', entry })}
        onDeleteMany={(entries) => dialogs.open({ mode: 'allDelete', entries })}
      />
      <OpenDialog dialogs={dialogs} />
    </>
  )
}

function OpenDialog({ dialogs }: { dialogs: ReturnType<typeof useListDialog<ProductDialog>> }) {
  const { dialog, close, saved, deleted, reload } = dialogs
  switch (dialog?.mode) {
    case 'create':
      return <ProductFormDialog onSaved={saved} onClose={close} />
    case 'edit':
      return <ProductFormDialog product={dialog.entry} onSaved={saved} onClose={close} />
    case 'delete':
    case 'allDelete':
      return (
        <ProductDeleteDialog
          products={dialog.mode === 'delete' ? [dialog.entry] : dialog.entries}
          onDeleted={deleted}
          onFailed={reload}
          onClose={close}
        />
      )
  }
}
