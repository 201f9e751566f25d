import Box from '@mui/material/Box'

/** An id begins with a hyphen, behind which a line would break at once. */
export function OrderId({ id }: { id: string }) {
  return (
    <Box component="span" sx={{ wordBreak: 'break-all', lineBreak: 'anywhere' }}>
      {id}
    </Box>
  )
}
