import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { fieldset } from '../field-styles.ts'
import type { ConnectionState } from './use-connection-form.ts'

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

/** Its fields with a test of what is typed; `isFixed`: the environment decides, nothing is saved. */
export function ConnectionForm(props: {
  label: string
  connection: ConnectionState
  isFixed: boolean
  notice: ReactNode
  /** Below the fields. */
  remark?: ReactNode
  /** The label of the button that tries what is typed; false: there is none. */
  test: string | false
  children: ReactNode
}) {
  const { label, connection, isFixed, notice, remark, children } = props
  const { save, test, trial } = connection
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
      {(props.test || !isFixed) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 2 }}>
          {props.test && (
            <ActionButton
              permission="setting.write"
              color="inherit"
              isLoading={test.isRunning}
              onClick={test.run}
              sx={tall}
            >
              {props.test}
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
