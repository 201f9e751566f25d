import { Badge } from '../ui/badge.tsx'

export function VerificationBadge({ isVerified }: { isVerified: boolean }) {
  return <Badge tone={isVerified ? 'sage' : 'warn'}>{isVerified ? '已驗證' : '未驗證'}</Badge>
}
