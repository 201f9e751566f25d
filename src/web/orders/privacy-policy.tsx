import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** Link to the policy in a new tab, so that nothing typed is lost. */
export function PrivacyPolicy({ version }: { version?: number | undefined }) {
  return (
    <Link
      to={paths.privacy(version)}
      target="_blank"
      className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent-strong"
    >
      隱私權政策
    </Link>
  )
}
