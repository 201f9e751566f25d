import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type EnglishKind, englishTextsApi } from '#contract/english-texts.ts'
import type { EnglishTexts } from '#contract/language.ts'
import { apiQuery } from '../../api/queries.ts'
import { shopSettings } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { RichTextField } from '../markup/rich-text-field.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

type Form = Required<EnglishTexts>

interface Subject {
  kind: EnglishKind
  id: string
  /** In Chinese. */
  title: string
}

/** The fields beside the title, with markup or without. */
const fields: Record<
  EnglishKind,
  readonly { name: 'content' | 'description'; label: string; isRich?: true }[]
> = {
  product: [
    { name: 'content', label: '商品說明' },
    { name: 'description', label: '商品描述', isRich: true },
  ],
  campaign: [{ name: 'description', label: '團購說明' }],
  page: [{ name: 'content', label: '內容', isRich: true }],
  article: [
    { name: 'description', label: '摘要' },
    { name: 'content', label: '內容', isRich: true },
  ],
}

/** Opens the English texts of an entry; none while the shop has no English. */
export function EnglishButton(subject: Subject) {
  const [isOpen, setOpen] = useState(false)
  if (!shopSettings.has_english) return null
  return (
    <>
      <Button color="inherit" onClick={() => setOpen(true)}>
        英文…
      </Button>
      {isOpen && <EnglishDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}

function EnglishDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { kind, id } = subject
  const query = apiQuery(englishTextsApi.read, { params: { subject: kind, id } })
  return (
    <LoadedDialog title={`${subject.title} 的英文`} query={query} onClose={onClose}>
      {({ texts }) => <TextsDialog subject={subject} texts={texts} onClose={onClose} />}
    </LoadedDialog>
  )
}

function TextsDialog(props: { subject: Subject; texts: EnglishTexts; onClose: () => void }) {
  const { kind, id, title } = props.subject
  const form = useForm<Form>({
    defaultValues: { title: '', content: '', description: '', ...props.texts },
  })
  const { control } = form
  const save = useSaveEntry({
    form,
    save: (data) => write(englishTextsApi.update, { params: { subject: kind, id }, data }),
    onSaved: props.onClose,
  })
  return (
    <FormDialog title={`${title} 的英文`} submitLabel="儲存" save={save} onClose={props.onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pt: 1 }}>
        <TextFormField
          control={control}
          name="title"
          label="英文名稱"
          help="留空的欄位以中文顯示"
        />
        {fields[kind].map(({ name, label, isRich }) =>
          isRich ? (
            <RichTextField key={name} control={control} name={name} label={label} rows={10} />
          ) : (
            <TextFormField key={name} control={control} name={name} label={label} rows={3} />
          ),
        )}
      </Box>
    </FormDialog>
  )
}
