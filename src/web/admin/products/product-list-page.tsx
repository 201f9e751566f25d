import DeleteIcon from '@mui/icons-material/Delete'
import { useMatch } from 'react-router'
import { adminCatalogApi } from '#contract/catalog.ts'
import { paths } from '../../paths.ts'
import { defineList, type EntryDialogProps } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { archivedActions } from '../trash/archived-actions.tsx'
import { matchingCategory } from './category-match.ts'
import { ProductCard } from './product-card.tsx'
import { productColumns } from './product-columns.tsx'
import { ProductDeleteDialog } from './product-delete-dialog.tsx'
import { type ListedProduct, productFind } from './product-find.tsx'
import { ProductFormDialog } from './product-form-dialog.tsx'
import { AdminProductPage } from './variants/product-page.tsx'

const archived = archivedActions<ListedProduct>('product', (product) => product.title)

const productList = defineList({
  title: '產品列表',
  path: paths.adminProducts(),
  endpoint: adminCatalogApi.list,
  importKind: 'products',
  exportKind: 'products',
  rowsOf: ({ products, details }, { category = '' }) =>
    matchingCategory(products, category).map((product) => ({
      ...product,
      details: details?.[product.id],
    })),
  columns: productColumns,
  labelOf: (product) => product.title,
  card: (product) => <ProductCard product={product} />,
  filters: [{ name: 'category', label: '產品類別' }],
  find: productFind,
  emptyText: ({ category }) => (category ? '查無此類別資料' : '目前無資料'),
  create: {
    label: '新增產品',
    dialog: (controls) => <ProductFormDialog {...controls} />,
    permission: 'catalog.write',
  },
  dialogs: {
    edit: ({ entry, ...controls }) => <ProductFormDialog product={entry} {...controls} />,
    copy: CopyDialog,
    delete: ({ entry, ...controls }) => <ProductDeleteDialog entries={[entry]} {...controls} />,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit', permission: 'catalog.write' },
    { label: '刪除', dialog: 'delete', permission: 'catalog.write', color: 'error' },
  ],
  selectedRowActions: [{ label: '複製產品', dialog: 'copy', permission: 'catalog.write' }],
  bulkActions: [
    {
      label: (isAllChecked) => (isAllChecked ? '全部刪除' : '刪除'),
      icon: <DeleteIcon />,
      dialog: ProductDeleteDialog,
      permission: 'catalog.write',
    },
  ],
  runs: {
    kind: 'products',
    actions: [
      { action: 'enable', permission: 'catalog.write' },
      { action: 'disable', permission: 'catalog.write' },
      { action: 'set_category', permission: 'catalog.write', field: 'category' },
      { action: 'archive', permission: 'catalog.write' },
    ],
  },
  archived: {
    ...archived,
    dialogs: { ...archived.dialogs, copy: CopyDialog },
    runs: { kind: 'products', actions: [] },
  },
})

function CopyDialog({ entry, onOpen: _, ...controls }: EntryDialogProps<ListedProduct>) {
  return <ProductFormDialog copied={entry} {...controls} />
}

/** The list, or the variants of one product; `new` is the address of a dialog of the list. */
export function AdminProductListPage() {
  const id = useMatch(paths.adminProduct(':id'))?.params.id
  if (id !== undefined && id !== 'new') return <AdminProductPage id={id} />
  return <ListPage list={productList} />
}
