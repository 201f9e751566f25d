import { t } from '#contract/translate.ts'
import { Badge } from '../ui/badge.tsx'

export function VerificationBadge({ isVerified }: { isVerified: boolean }) {
  return <Badge tone={isVerified ? 'sage' : 'warn'}>{isVerified ? t('已驗證') : t('未驗證')}</Badge>
}
