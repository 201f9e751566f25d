import FormatBoldIcon from '@mui/icons-material/FormatBold'
import FormatItalicIcon from '@mui/icons-material/FormatItalic'
import FormatListBulletedIcon from '@mui/icons-material/FormatListBulleted'
import FormatListNumberedIcon from '@mui/icons-material/FormatListNumbered'
import FormatQuoteIcon from '@mui/icons-material/FormatQuote'
import ImageIcon from '@mui/icons-material/Image'
import LinkIcon from '@mui/icons-material/Link'
import RedoIcon from '@mui/icons-material/Redo'
import TableChartIcon from '@mui/icons-material/TableChart'
import TitleIcon from '@mui/icons-material/Title'
import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from 'prosemirror-tables'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormatButton } from './format-button.tsx'
import { linkAddress } from './link-address.ts'
import {
  hasMark,
  insertTable,
  isHeading,
  isInList,
  isQuote,
  linkAt,
  pictureAt,
  removeLink,
  setLink,
  setPictureText,
  toggleHeading,
  toggleList,
  toggleQuote,
} from './rich-text-commands.ts'
import { schema } from './rich-text-schema.ts'
import { TextPopover } from './text-popover.tsx'

const { nodes, marks } = schema

interface Format {
  label: string
  icon: ReactNode
  command: Command
  isOn: (state: EditorState) => boolean
}

const formats: Format[] = [
  { label: '小標', icon: <TitleIcon />, command: toggleHeading, isOn: isHeading },
  {
    label: '粗體',
    icon: <FormatBoldIcon />,
    command: toggleMark(marks.strong),
    isOn: hasMark(marks.strong),
  },
  {
    label: '斜體',
    icon: <FormatItalicIcon />,
    command: toggleMark(marks.em),
    isOn: hasMark(marks.em),
  },
  {
    label: '清單',
    icon: <FormatListBulletedIcon />,
    command: toggleList(nodes.bullet_list),
    isOn: isInList(nodes.bullet_list),
  },
  {
    label: '編號清單',
    icon: <FormatListNumberedIcon />,
    command: toggleList(nodes.ordered_list),
    isOn: isInList(nodes.ordered_list),
  },
  { label: '引言', icon: <FormatQuoteIcon />, command: toggleQuote, isOn: isQuote },
]

/** Code has no links. */
const canLink = toggleMark(marks.link)

const tableActions: { label: string; command: Command }[] = [
  { label: '在下方加一列', command: addRowAfter },
  { label: '在右方加一欄', command: addColumnAfter },
  { label: '刪除這一列', command: deleteRow },
  { label: '刪除這一欄', command: deleteColumn },
  { label: '刪除表格', command: deleteTable },
]

/** The open question of the toolbar, at the button that asked it. */
interface Asking {
  about: 'link' | 'picture' | 'table'
  anchor: HTMLElement
}

interface RichTextToolbarProps {
  state: EditorState
  run: (command: Command) => void
  focus: () => void
  isUploading: boolean
  onPicture: () => void
  /** At its end. */
  children: ReactNode
}

export function RichTextToolbar(props: RichTextToolbarProps) {
  const { state, run } = props
  const [asking, setAsking] = useState<Asking>()
  const close = () => {
    // An open question keeps the focus within itself.
    flushSync(() => setAsking(undefined))
    props.focus()
  }
  const ask = (about: Asking['about']) => (event: MouseEvent<HTMLElement>) =>
    setAsking({ about, anchor: event.currentTarget })
  const isTable = isInTable(state)
  const link = linkAt(state)
  const picture = pictureAt(state)
  return (
    <>
      <Box role="toolbar" aria-label="文字格式" sx={bar} onKeyDown={moveAmongButtons}>
        {formats.map(({ label, icon, command, isOn }) => (
          <FormatButton
            key={label}
            label={label}
            isOn={isOn(state)}
            disabled={!command(state)}
            onClick={() => run(command)}
          >
            {icon}
          </FormatButton>
        ))}
        <FormatButton
          label="連結"
          isOn={link !== undefined}
          disabled={!canLink(state)}
          onClick={ask('link')}
        >
          <LinkIcon />
        </FormatButton>
        <FormatButton
          label="表格"
          isOn={isTable}
          disabled={false}
          onClick={isTable ? ask('table') : () => run(insertTable)}
        >
          <TableChartIcon />
        </FormatButton>
        <FormatButton
          label={picture ? '圖片說明' : '插入圖片'}
          isOn={picture !== undefined}
          disabled={props.isUploading}
          onClick={picture ? ask('picture') : props.onPicture}
        >
          <ImageIcon />
        </FormatButton>
        <FormatButton label="復原" disabled={!undo(state)} onClick={() => run(undo)}>
          <UndoIcon />
        </FormatButton>
        <FormatButton label="重做" disabled={!redo(state)} onClick={() => run(redo)}>
          <RedoIcon />
        </FormatButton>
        <Box sx={{ display: 'flex', ml: 'auto' }}>{props.children}</Box>
      </Box>
      {asking?.about === 'link' && (
        <TextPopover
          anchor={asking.anchor}
          title="連結"
          label="網址"
          help="例如 https://… 或站內的 /main/prods"
          value={link?.mark.attrs.href ?? ''}
          read={(typed) => {
            const address = linkAddress(typed)
            return address === undefined ? { fault: '請輸入網址' } : { value: address }
          }}
          onSubmit={(address) => run(setLink(address))}
          removeLabel={link && '移除連結'}
          onRemove={() => run(removeLink)}
          onClose={close}
        />
      )}
      {asking?.about === 'picture' && (
        <TextPopover
          anchor={asking.anchor}
          title="圖片說明"
          label="說明"
          help="給看不到圖片的人聽"
          value={picture?.attrs.alt ?? ''}
          read={(typed) => ({ value: typed.trim() })}
          onSubmit={(text) => run(setPictureText(text))}
          onClose={close}
        />
      )}
      <Menu
        open={asking?.about === 'table'}
        anchorEl={asking?.anchor ?? null}
        onClose={close}
        disableRestoreFocus
      >
        {tableActions.map(({ label, command }) => (
          <MenuItem
            key={label}
            onClick={() => {
              run(command)
              close()
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** The arrows go from button to button, as in every toolbar. */
function moveAmongButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')].filter(
    ({ disabled }) => !disabled,
  )
  const index = buttons.findIndex((button) => button.matches(':focus'))
  buttons.at((index + step) % buttons.length)?.focus()
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.25,
  p: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const
