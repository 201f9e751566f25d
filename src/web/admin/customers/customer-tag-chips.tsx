import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'

export function CustomerTagChips({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {tags.map((tag) => (
        <Chip key={tag} label={tag} size="small" variant="outlined" />
      ))}
    </Box>
  )
}
