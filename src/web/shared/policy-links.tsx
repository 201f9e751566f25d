import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'

/** To the texts that are consented to, in a new tab, so that nothing typed is lost. */
export function PolicyLinks(props: { version: number | undefined; hasTerms: boolean }) {
  const { version, hasTerms } = props
  return (
    <>
      <Link to={paths.privacy(version)} target="_blank" className={link}>
        {t('隱私權政策')}
      </Link>
      {hasTerms && (
        <>
          {t(' 與 ')}
          <Link to={paths.terms(version)} target="_blank" className={link}>
            {t('服務條款')}
          </Link>
        </>
      )}
    </>
  )
}

const link =
  'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent-strong'
