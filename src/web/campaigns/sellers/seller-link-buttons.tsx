import { Link as LinkIcon } from 'lucide-react'
import { t } from '#contract/translate.ts'
import { ownAddress } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { ShareButton } from '../../share/share-button.tsx'
import { shareUrl } from '../../share/share-link.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { sellerPath } from './seller-link.ts'

/** Sends or copies the link of a seller. */
export function SellerLinkButtons(props: {
  campaign: { id: string; title: string }
  code: string
}) {
  const { campaign, code } = props
  const path = sellerPath(paths.campaign(campaign.id), code)
  const { title } = campaign
  return (
    <>
      <ShareButton look="primary" shared={{ path, title, text: title }} />
      <Button
        icon={<LinkIcon />}
        onClick={() => void copyText(shareUrl(ownAddress(), path, 'copy'), t('已複製連結'))}
      >
        {t('複製連結')}
      </Button>
    </>
  )
}
