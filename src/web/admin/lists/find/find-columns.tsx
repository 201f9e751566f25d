import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import { useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'

interface FindColumnsProps {
  /** The labels of all columns, of those that are shown, and of the list's own. */
  all: string[]
  shown: string[]
  own: string[]
  /** Null: those of the list. */
  onChoose: (columns: string[] | null) => void
}

/** 「欄位」: which columns an account wants to see. */
export function FindColumns(props: FindColumnsProps) {
  const [chosen, setChosen] = useState<string[]>()
  const columns = props.all.filter((label) => chosen?.includes(label))
  function choose(wanted: string[]) {
    setChosen(undefined)
    props.onChoose(wanted.join() === props.own.join() ? null : wanted)
  }
  return (
    <>
      <Button
        color="inherit"
        startIcon={<ViewColumnIcon />}
        onClick={() => setChosen(props.shown)}
        sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
      >
        欄位
      </Button>
      {chosen && (
        <DialogFrame
          title="欄位"
          maxWidth="xs"
          fillsSmallScreen
          onClose={() => setChosen(undefined)}
          onSubmit={() => columns.length > 0 && choose(columns)}
        >
          <DialogContent>
            <FormGroup>
              {props.all.map((label) => (
                <FormControlLabel
                  key={label}
                  label={label}
                  control={
                    <Checkbox
                      checked={chosen.includes(label)}
                      onChange={(_, isChecked) =>
                        setChosen(
                          isChecked ? [...chosen, label] : chosen.filter((one) => one !== label),
                        )
                      }
                    />
                  }
                />
              ))}
            </FormGroup>
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={() => choose(props.own)}>
              還原預設
            </Button>
            <ActionButton type="submit" variant="contained" disabled={columns.length === 0}>
              套用
            </ActionButton>
          </DialogActions>
        </DialogFrame>
      )}
    </>
  )
}
