import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../../api/queries.ts'
import { write } from '../../../api/write.ts'
import { paths } from '../../../paths.ts'
import { usePageTitle } from '../../../ui/page-head.ts'
import { productChoices } from '../../pickers/sources.ts'
import { usePictureFields } from '../../products/picture-fields.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { EntryPage } from '../../ui/entry-page.tsx'
import { resetToSaved } from '../../ui/reset-to-saved.ts'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { type SaveEntry, useSaveEntry } from '../../ui/use-save-entry.ts'
import { LeavingContext, useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { FormPart, twoColumns } from './campaign-fields.tsx'
import {
  type CampaignForm,
  type CampaignStep,
  campaignForm,
  campaignInput,
  campaignSteps,
  missingOfStep,
  openCampaignInput,
  picturePlaces,
  stepOf,
  campaignWords as words,
} from './campaign-form.ts'
import {
  GoodsPart,
  LimitFields,
  MoneyPart,
  PicturePart,
  PricePart,
  ShipsOnField,
  SuccessPart,
  TextPart,
  TimesPart,
} from './campaign-parts.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { chosenProduct } from './campaign-products-field.tsx'
import { CampaignPublish } from './campaign-publish.tsx'
import { CampaignStepBar } from './campaign-step-bar.tsx'

const list = { name: '團購列表', path: paths.adminCampaigns() }

export function NewCampaignPage() {
  usePageTitle('新增團購')
  const [params] = useSearchParams()
  const asked = params.get('product')
  const named = productChoices.useNamed(asked === null ? [] : [asked])
  const data = named && { products: named.map(chosenProduct) }
  return (
    <EntryPage list={list} query={{ data, error: null, refetch: async () => undefined }}>
      {({ products }) => <StepEditor products={products} />}
    </EntryPage>
  )
}

export function EditCampaignPage({ id }: { id: string }) {
  const query = useQuery({ ...apiQuery(adminCampaignApi.detail, { params: { id } }), staleTime: 0 })
  usePageTitle(query.data?.campaign.title ?? '團購')
  return (
    <EntryPage list={list} query={query}>
      {({ campaign }) => <Editor campaign={campaign} />}
    </EntryPage>
  )
}

/** A campaign that opens while it is edited keeps its form: the server says what may not change. */
function Editor({ campaign }: { campaign: AdminCampaign }) {
  const [hasOpened] = useState(campaign.state !== 'draft' && campaign.state !== 'scheduled')
  return hasOpened ? <OpenEditor campaign={campaign} /> : <StepEditor campaign={campaign} />
}

/** The steps from the goods to the publishing. Each move between them saves the draft. */
function StepEditor(props: { campaign?: AdminCampaign; products?: CampaignForm['products'] }) {
  // A refetch while it is edited must change neither the form nor the version it is saved with.
  const [campaign, setCampaign] = useState(props.campaign)
  const form = useForm<CampaignForm>({
    defaultValues: {
      ...campaignForm(campaign),
      ...(props.products && { products: props.products }),
    },
  })
  useClearedErrors(form)
  const upload = usePictureFields(form, picturePlaces)
  const { step, show } = useStep(campaign !== undefined)
  const leave = useLeave()
  const client = useQueryClient()
  /** Where the save that runs leads to. */
  const target = useRef(step)
  const save = useSaveEntry({
    form,
    words,
    reveal: (name) => show(stepOf(name)),
    save: async (values) => {
      const data = campaignInput(values)
      const reply = await (campaign
        ? write(adminCampaignApi.update, {
            params: { id: campaign.id },
            data: { ...data, version: campaign.version },
          })
        : write(adminCampaignApi.create, { data }))
      return { ...reply, message: reply.campaign.state === 'draft' ? '已儲存草稿' : '已儲存' }
    },
    onSaved: ({ campaign: saved }, sent) => {
      resetToSaved(form, sent, campaignForm(saved))
      setCampaign(saved)
      if (campaign) return checkStep(saved, target.current) ? show(target.current) : undefined
      // The page of the new draft mounts another form, which checks the step.
      const { queryKey } = apiQuery(adminCampaignApi.detail, { params: { id: saved.id } })
      client.setQueryData(queryKey, { success: true, campaign: saved, server_now: 0 })
      leave(paths.adminCampaignEdit(saved.id, step), { goesTo: target.current })
    },
  })
  const goesTo = useLocation().state?.goesTo as CampaignStep | undefined
  const goOn = useEffectEvent(() => {
    if (!goesTo || !campaign || !checkStep(campaign, goesTo)) return
    target.current = goesTo
    show(goesTo)
  })
  useEffect(() => goOn(), [])

  /** Going on, what the step still lacks is said at its fields. */
  function checkStep(of: AdminCampaign, to: CampaignStep): boolean {
    if (indexOf(to) <= indexOf(step)) return true
    const missing = Object.entries(missingOfStep(of, step))
    for (const [index, [field, message]] of missing.entries()) {
      const name = field as keyof CampaignForm
      form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
    }
    return missing.length === 0
  }

  function go(to: CampaignStep) {
    if (upload.isRunning || save.isSaving) return
    target.current = to
    if (save.isDirty || !campaign) save.submit()
    else if (checkStep(campaign, to)) show(to)
  }

  const bar = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    // A step begins at its top, unless it is shown for the sake of a field.
    if (step !== shown.current && step === target.current) bar.current?.focus()
    shown.current = step
  }, [step])

  const [before, after] = [-1, 1].map((by) => campaignSteps[indexOf(step) + by])
  return (
    <EditorForm
      title={campaign ? `編輯 ${campaign.title}` : '新增團購'}
      save={save}
      onSubmit={() => after && go(after.name)}
      head={
        <Box ref={bar} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '6rem' }}>
          <CampaignStepBar campaign={campaign} current={step} onStep={go} />
        </Box>
      }
      buttons={
        <>
          {before && (
            <Button color="inherit" onClick={() => go(before.name)}>
              上一步
            </Button>
          )}
          <Box sx={{ flex: 1 }} />
          {save.isDirty && (
            <ActionButton
              color="inherit"
              permission="campaign.write"
              disabled={upload.isRunning}
              onClick={() => go(step)}
            >
              儲存
            </ActionButton>
          )}
          {after && (
            <ActionButton
              type="submit"
              variant="contained"
              permission="campaign.write"
              isLoading={save.isSaving}
              disabled={upload.isRunning}
            >
              下一步：{after.label}
            </ActionButton>
          )}
        </>
      }
    >
      {step === 'goods' && (
        <>
          <TextPart control={form.control} />
          <Divider />
          <PricePart control={form.control} />
          <Divider />
          <PicturePart form={form} upload={upload} />
        </>
      )}
      {step === 'terms' && (
        <>
          <SuccessPart control={form.control} />
          <Divider />
          <MoneyPart control={form.control} />
          <Divider />
          <GoodsPart control={form.control} />
        </>
      )}
      {step === 'times' && <TimesPart form={form} />}
      {campaign && step === 'preview' && (
        <Box sx={{ display: 'grid', justifyItems: 'center', py: 2 }}>
          <CampaignPreview campaign={campaign} />
        </Box>
      )}
      {campaign && step === 'publish' && (
        <CampaignPublish campaign={campaign} isDirty={save.isDirty} onStep={go} />
      )}
    </EditorForm>
  )
}

/** After the opening: prices and conditions are a promise. */
function OpenEditor(props: { campaign: AdminCampaign }) {
  const [campaign] = useState(props.campaign)
  const { id, version } = campaign
  const form = useForm<CampaignForm>({ defaultValues: campaignForm(campaign) })
  const upload = usePictureFields(form, picturePlaces)
  const leave = useLeave()
  const save = useSaveEntry({
    form,
    words,
    save: (values) =>
      write(adminCampaignApi.update, {
        params: { id },
        data: { ...openCampaignInput(values), version },
      }),
    onSaved: () => leave(paths.adminCampaign(id)),
  })
  return (
    <EditorForm
      title={`編輯 ${campaign.title}`}
      save={save}
      onSubmit={() => !upload.isRunning && save.submit()}
      head={
        <Alert severity="info" sx={{ mb: 2 }}>
          開團後只能修改文字、圖片與預計出貨日，並提高份數上限與每人限購。
        </Alert>
      }
      buttons={
        <>
          <Box sx={{ flex: 1 }} />
          <ActionButton
            type="submit"
            variant="contained"
            permission="campaign.write"
            isLoading={save.isSaving}
            disabled={upload.isRunning}
          >
            儲存
          </ActionButton>
        </>
      }
    >
      <TextPart control={form.control} />
      <PicturePart form={form} upload={upload} />
      <Divider />
      <FormPart title="份數與出貨">
        <Box sx={twoColumns}>
          <LimitFields control={form.control} />
          <ShipsOnField control={form.control} />
        </Box>
      </FormPart>
    </EditorForm>
  )
}

function EditorForm(props: {
  title: string
  save: SaveEntry
  onSubmit: () => void
  head: ReactNode
  buttons: ReactNode
  children: ReactNode
}) {
  const guard = useUnsavedGuard({ isDirty: props.save.isDirty, onClose: () => undefined })
  return (
    <Box
      component="form"
      noValidate
      sx={{ maxWidth: 860 }}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <Typography variant="h1" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {props.title}
      </Typography>
      {props.head}
      <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, minWidth: 0 }}>
        {props.children}
      </Paper>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 2 }}>
        {props.buttons}
      </Box>
      {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
    </Box>
  )
}

const indexOf = (step: CampaignStep) => campaignSteps.findIndex(({ name }) => name === step)

/** The step that the address names; a campaign that was never saved has only the first. */
function useStep(isSaved: boolean) {
  const [query, setQuery] = useSearchParams()
  const asked = campaignSteps.find(({ name }) => name === query.get('step'))?.name
  return {
    step: (isSaved && asked) || ('goods' satisfies CampaignStep),
    show: (name: CampaignStep) => setQuery({ step: name }),
  }
}

/** Before a first submit the form would not look again at what is typed over an error. */
function useClearedErrors(form: UseFormReturn<CampaignForm>) {
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => name && form.clearErrors(name))
    return unsubscribe
  }, [form])
}

/** Leaves what was just saved, without the question of the guard. */
function useLeave() {
  const navigate = useNavigate()
  const leaving = useContext(LeavingContext)
  return (path: string, state?: { goesTo: CampaignStep }) => {
    leaving.current = true
    void navigate(path, { replace: true, state })
  }
}
