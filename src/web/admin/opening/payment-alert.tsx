import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { OpeningState } from '#contract/opening.ts'
import type { OpeningStep } from '#contract/opening-steps.ts'
import { stepWords } from './opening-words.ts'

/** An open shop that takes no money says so until it does. The demo is there to be looked at. */
export function PaymentAlert({ state: { steps } }: { state: OpeningState }) {
  const stepOf = (id: OpeningStep) => steps.find((step) => step.id === id)
  const payment = stepOf('payment')
  const isDemo = stepOf('demo')?.is_done === false
  if (!payment || payment.is_done || isDemo || !stepOf('open')?.is_done) return null
  const { link } = stepWords.payment
  return (
    <Alert
      severity="error"
      sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
      action={
        link && (
          <Button
            component={Link}
            to={link.to}
            color="inherit"
            sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
          >
            {link.label}
          </Button>
        )
      }
    >
      商店已開始營業，但{payment.detail}。
    </Alert>
  )
}
