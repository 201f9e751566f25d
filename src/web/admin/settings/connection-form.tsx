import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { fieldset } from './field-styles.ts'

/** A panel of an account outside of the shop, which is read by a call of its own. */
export function ConnectionPanel<Reply>(props: {
  title: string
  query: UseQueryOptions<Reply, ApiError>
  children: (reply: Reply) => ReactNode
}) {
  const { title, query, children } = props
  const read = useQuery({ ...query, staleTime: 0, refetchOnWindowFocus: false })
  return (
    <Panel title={title}>
      {read.data !== undefined ? (
        children(read.data)
      ) : read.error ? (
        <RetryAlert query={read} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Panel>
  )
}

interface Trial {
  isGood: boolean
  text: string
}

/** How the last test came out, and the callbacks of its mutation. */
export function useTrial() {
  const [trial, setTrial] = useState<Trial>()
  return {
    trial,
    clear: () => setTrial(undefined),
    callbacks: {
      toast: 'none' as const,
      onSuccess: ({ message }: { message: string }) => setTrial({ isGood: true, text: message }),
      onError: ({ message }: { message: string }) => setTrial({ isGood: false, text: message }),
    },
  }
}

/** Its fields with a test of what is typed; `isFixed`: the environment decides, nothing is saved. */
export function ConnectionForm(props: {
  label: string
  isFixed: boolean
  notice: ReactNode
  /** Below the fields. */
  remark?: ReactNode
  trial: Trial | undefined
  test: { label: string; isLoading: boolean; run: () => void } | null
  save: { isSaving: boolean; submit: () => void }
  children: ReactNode
}) {
  const { label, isFixed, notice, remark, trial, test, save, children } = props
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        save.submit()
      }}
    >
      {notice}
      <Box component="fieldset" disabled={isFixed} sx={fieldset}>
        {children}
      </Box>
      {remark}
      {trial && (
        <Alert severity={trial.isGood ? 'success' : 'error'} sx={{ mt: 2 }}>
          {trial.text}
        </Alert>
      )}
      {(test || !isFixed) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 2 }}>
          {test && (
            <ActionButton
              permission="setting.write"
              color="inherit"
              isLoading={test.isLoading}
              onClick={test.run}
              sx={tall}
            >
              {test.label}
            </ActionButton>
          )}
          {!isFixed && (
            <ActionButton
              permission="setting.write"
              type="submit"
              variant="contained"
              isLoading={save.isSaving}
              sx={tall}
            >
              儲存
            </ActionButton>
          )}
        </Box>
      )}
    </Box>
  )
}

const tall = { minHeight: 44 } as const
