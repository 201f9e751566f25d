import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { brandColors } from '#contract/brand-colors.ts'
import { write } from '../../../api/write.ts'
import { useMay } from '../../admin-context.ts'
import { LinkFormField } from '../../pickers/link-form-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FlagFormField, SelectFormField, TextFormField } from '../../ui/fields/form-fields.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { fieldset, pair, previewColumn, withPreview } from '../field-styles.ts'
import { PictureUpload } from '../picture-upload.tsx'
import { SaveButton } from '../save-button.tsx'
import type { StoredSettings } from '../setting-groups.ts'
import { useUnsavedForm } from '../unsaved-forms.tsx'
import { useStoredForm } from '../use-stored-form.ts'
import { wearLook } from '../wear-look.ts'
import { type BrandForm, brandForm, brandPresets, brandValues, isColor } from './brand-form.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ColorField } from './color-field.tsx'

const corners = [
  { value: 'sharp', label: '直角' },
  { value: 'soft', label: '圓角' },
  { value: 'round', label: '大圓角' },
]
const densities = [
  { value: 'calm', label: '寬鬆' },
  { value: 'compact', label: '緊湊' },
]
const words = {
  accent: { label: '主色', invalid: '請輸入像 #ad4e28 的色碼' },
  ground: { label: '底色', invalid: '請輸入像 #fbf8f3 的色碼' },
  tagline: { label: '一句話介紹', invalid: '一句話介紹最多 20 個字' },
  description: { label: '商店簡介', invalid: '商店簡介最多 120 個字' },
  footer_text: { label: '頁尾文字', invalid: '頁尾文字最多 120 個字' },
  text: { label: '公告文字', invalid: '公告文字最多 80 個字' },
  link: { label: '公告連結', invalid: '請輸入以 / 或 https:// 開頭的網址' },
  until: { label: '結束時間', saysItself: true },
}
const ofAnnouncement = ['text', 'link', 'from', 'until']

/** How the shop looks, with a preview of what is typed. */
export function BrandPanel({ stored }: { stored: StoredSettings }) {
  const isReadOnly = !useMay()('setting.write')
  const { form, version, takeSaved } = useStoredForm<BrandForm>(shown(stored))
  const { control } = form
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) =>
      ofAnnouncement.includes(field)
        ? (`announcement.${field}` as 'announcement.text')
        : (field as keyof BrandForm),
    save: (typed) =>
      write(adminSettingsApi.updateBrand, { data: { version, values: brandValues(typed) } }),
    onSaved: ({ settings }, sent) => {
      takeSaved(sent, shown(settings))
      void wearLook({ shop: settings.shop.values })
    },
  })
  useUnsavedForm(save.isDirty)
  const typed = useWatch({ control }) as BrandForm
  const { notes } = brandColors({
    accent: isColor(typed.accent) ? typed.accent.trim() : stored.brand.values.accent,
    ground: isColor(typed.ground) ? typed.ground.trim() : stored.brand.values.ground,
  })
  const noteOf = (start: string) => notes.find((note) => note.startsWith(start))
  return (
    <Box sx={withPreview}>
      <Box sx={previewColumn}>
        <Panel title="預覽">
          <BrandPreview typed={typed} stored={stored} />
        </Panel>
      </Box>
      <Panel title="外觀">
        <Box
          component="form"
          noValidate
          aria-label="外觀"
          onSubmit={(event) => {
            event.preventDefault()
            save.submit()
          }}
        >
          <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
            <PictureUpload
              control={control}
              name="logo"
              label="標誌"
              isLogo
              help="PNG、SVG、JPEG、WebP 皆可，透明背景最好看；會同時做成瀏覽器與手機主畫面的圖示。沒有標誌時顯示商店名稱。"
            />
            {typed.logo !== '' && (
              <FlagFormField control={control} name="shows_name" label="標誌旁顯示店名" />
            )}
            <Box role="group" aria-label="配色" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {brandPresets.map(({ name, accent, ground }) => (
                <Button
                  key={name}
                  variant="outlined"
                  color="inherit"
                  disabled={isReadOnly}
                  aria-pressed={typed.accent === accent && typed.ground === ground}
                  startIcon={<Box sx={{ ...dot, bgcolor: accent, borderColor: ground }} />}
                  onClick={() => {
                    form.setValue('accent', accent, { shouldDirty: true })
                    form.setValue('ground', ground, { shouldDirty: true })
                  }}
                  sx={preset}
                >
                  {name}
                </Button>
              ))}
            </Box>
            <Box sx={pair}>
              <ColorField
                control={control}
                name="accent"
                label="主色"
                help={noteOf('主色') ?? '按鈕、連結與重點'}
              />
              <ColorField
                control={control}
                name="ground"
                label="底色"
                help={noteOf('底色') ?? '頁面的背景'}
              />
            </Box>
            <Box sx={pair}>
              <SelectFormField control={control} name="corner" label="邊角" options={corners} />
              <SelectFormField control={control} name="density" label="間距" options={densities} />
            </Box>
            <Typography variant="h3">介紹</Typography>
            <TextFormField
              control={control}
              name="tagline"
              label="一句話介紹"
              help="最多 20 個字，顯示在分享連結的圖卡"
            />
            <TextFormField
              control={control}
              name="description"
              label="商店簡介"
              help="最多 120 個字，顯示在搜尋結果與分享連結"
            />
            <TextFormField
              control={control}
              name="footer_text"
              label="頁尾文字"
              help="最多 120 個字；留空就不顯示"
            />
            <Typography variant="h3">公告列</Typography>
            <TextFormField
              control={control}
              name="announcement.text"
              label="公告文字"
              help="顯示在每一頁的最上方；留空就不顯示"
            />
            <LinkFormField
              control={control}
              name="announcement.link"
              label="公告連結"
              help="選擇頁面或輸入網址；可留空"
            />
            <Box sx={pair}>
              <DateField control={control} name="announcement.from" label="開始時間" withTime />
              <DateField control={control} name="announcement.until" label="結束時間" withTime />
            </Box>
          </Box>
          <SaveButton isSaving={save.isSaving} />
        </Box>
      </Panel>
    </Box>
  )
}

function shown({ brand }: StoredSettings) {
  return { version: brand.version, values: brandForm(brand.values) }
}

const dot = { width: 20, height: 20, borderRadius: '50%', border: '4px solid' } as const
const preset = {
  minHeight: 44,
  borderColor: 'divider',
  '&[aria-pressed=true]': { borderColor: 'primary.main', borderWidth: 2 },
} as const
