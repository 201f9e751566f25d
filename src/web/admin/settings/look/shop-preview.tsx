import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { ShopFrame, type ShopWindow } from '../../ui/shop-frame.tsx'

/** The shop as it would be with what is typed, on a phone and on a desktop. */
export function ShopPreview(props: {
  look?: CSSProperties
  children: (isPhone: boolean) => ReactNode
}) {
  const [device, setDevice] = useState<ShopWindow>('phone')
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={device}
        aria-label="預覽的寬度"
        onChange={(_, chosen: ShopWindow | null) => chosen && setDevice(chosen)}
      >
        <ToggleButton value="phone" sx={toggle}>
          手機
        </ToggleButton>
        <ToggleButton value="desktop" sx={toggle}>
          電腦
        </ToggleButton>
      </ToggleButtonGroup>
      <ShopFrame
        key={device}
        window={device}
        title={`商店在${device === 'phone' ? '手機' : '電腦'}上的樣子`}
        narrowHeight={420}
      >
        <div className="min-h-dvh bg-paper text-ink" style={props.look}>
          {props.children(device === 'phone')}
        </div>
      </ShopFrame>
    </Box>
  )
}

const toggle = { minHeight: 44, px: 2.5 } as const
