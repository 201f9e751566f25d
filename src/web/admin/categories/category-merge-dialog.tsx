import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { adminCategoryApi, type Category } from '#contract/categories.ts'
import { write } from '../../api/write.ts'
import { SelectFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface Props {
  category: Category
  categories: readonly Category[]
  onClose: () => void
}

/** Gives the products of a category to another one. */
export function CategoryMergeDialog({ category: { name, count }, categories, onClose }: Props) {
  const form = useForm({ defaultValues: { into: '' } })
  const save = useSaveEntry({
    form,
    words: { into: { label: '併入的分類', missing: '請選擇要併入的分類' } },
    save: ({ into }) => write(adminCategoryApi.merge, { data: { name, into } }),
    onSaved: onClose,
  })
  const others = categories.filter((other) => other.name !== name)
  return (
    <FormDialog title={`合併 ${name}`} submitLabel="合併" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          「{name}」的 {count} 項商品會改到另一個分類，「{name}」的圖片與說明不再保留。這無法復原。
        </Typography>
        <SelectFormField
          control={form.control}
          name="into"
          label="併入的分類"
          required
          options={others.map((other) => ({ value: other.name, label: other.name }))}
        />
      </Box>
    </FormDialog>
  )
}
