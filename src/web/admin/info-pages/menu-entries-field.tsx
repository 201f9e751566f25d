import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { MenuEntry } from '#contract/menu.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { MoveButtons } from '../ui/move-buttons.tsx'
import {
  entryChoices,
  keyOf,
  type MenuForm,
  newLink,
  type StoredMenu,
  targetName,
} from './menu-form.ts'

const kindNames = { screen: '畫面', category: '分類', page: '頁面', link: '其他網站' }
const otherSite = 'link'

/** The entries of one menu, with their words and their order. */
export function MenuEntriesField(props: {
  form: UseFormReturn<MenuForm>
  name: 'header' | 'footer'
  choices: StoredMenu
}) {
  const { form, name, choices } = props
  const { control } = form
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const entries = form.watch(name)
  const groups = entryChoices(entries, choices)
  const fault = form.formState.errors[name]
  const message = fault?.message ?? fault?.root?.message

  function add(key: string) {
    const chosen = groups.flatMap((group) => group.entries).find((entry) => keyOf(entry) === key)
    if (key === otherSite) append(newLink)
    else if (chosen) append(chosen)
  }

  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        欄位空白時，用原來的名稱。
      </Typography>
      <Box component="ul" sx={list}>
        {fields.map((field, index) => {
          const entry = entries[index] ?? (field as MenuEntry)
          const word = entry.label || targetName(entry, choices)
          return (
            <Box component="li" key={field.id} sx={row}>
              <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                <TextFormField
                  control={control}
                  name={`${name}.${index}.label`}
                  label={entry.kind === 'link' ? '文字' : targetName(entry, choices)}
                  required={entry.kind === 'link'}
                />
              </Box>
              {entry.kind === 'link' ? (
                <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                  <TextFormField
                    control={control}
                    name={`${name}.${index}.target`}
                    label="網址"
                    type="url"
                    required
                  />
                </Box>
              ) : (
                <Typography variant="body2" sx={kind}>
                  {kindNames[entry.kind]}
                  {isHidden(entry, choices) && '（草稿，公開後才會出現）'}
                </Typography>
              )}
              <Box sx={{ display: 'flex', flex: 'none', ml: 'auto' }}>
                <MoveButtons
                  labels={[`「${word}」往前移`, `「${word}」往後移`]}
                  at={index}
                  count={fields.length}
                  onMove={(by) => move(index, index + by)}
                />
                <IconButton
                  aria-label={`拿掉「${word}」`}
                  onClick={() => remove(index)}
                  sx={action}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              </Box>
            </Box>
          )
        })}
      </Box>
      {message && <FormHelperText error>{message}</FormHelperText>}
      <TextField
        select
        size="small"
        label={name === 'header' ? '加入主選單' : '加入頁尾'}
        value=""
        onChange={({ target }) => add(target.value)}
        sx={{ mt: 1, mb: 1, minWidth: 220 }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value="">請選擇</option>
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.entries.map((entry) => (
              <option key={keyOf(entry)} value={keyOf(entry)}>
                {targetName(entry, choices)}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={otherSite}>其他網站的連結</option>
      </TextField>
    </>
  )
}

/** A page that shoppers cannot see has no link, either. */
function isHidden({ kind, target }: MenuEntry, { pages }: StoredMenu): boolean {
  return kind === 'page' && pages.some(({ id, is_public }) => id === target && !is_public)
}

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, pt: 1 } as const
const row = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' } as const
const kind = {
  flex: '1 1 160px',
  minWidth: 0,
  pt: 1.25,
  color: 'text.secondary',
  overflowWrap: 'anywhere',
} as const
const action = { width: 44, height: 44 } as const
