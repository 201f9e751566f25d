import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import type { Permission } from '#contract/permissions.ts'
import { noPermission, useMay } from './admin-context.ts'

interface PermittedButtonProps extends ButtonProps {
  /** Of several, one is enough. */
  permission: Permission | readonly Permission[] | undefined
}

/** A button that is disabled, and says why, for a role that the server would refuse. */
export function PermittedButton({ permission, ...button }: PermittedButtonProps) {
  const may = useMay()
  const isAllowed = permission === undefined || [permission].flat().some((one) => may(one))
  if (isAllowed) return <Button {...button} />
  return (
    <Tooltip title={noPermission} describeChild enterTouchDelay={0}>
      {/* A disabled button hears neither pointer nor keyboard. */}
      <Box component="span" tabIndex={0} aria-label={noPermission} role="note">
        <Button {...button} disabled />
      </Box>
    </Tooltip>
  )
}
