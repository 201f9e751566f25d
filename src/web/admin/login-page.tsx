import { useState } from 'react'
import { adminToken } from '../api/admin-session.ts'
import { Redirect } from '../navigation/redirect.tsx'
import { paths } from '../paths.ts'
import { FormCard } from '../ui/form-card.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { LoginForm } from './login-form.tsx'

export function AdminLoginPage() {
  usePageTitle('後台登入')
  // Read once, on load: after a sign-in on this page the success message is shown first.
  const [isSignedIn] = useState(() => adminToken() !== undefined)
  if (isSignedIn) return <Redirect to={paths.admin()} />
  return (
    <FormCard title="後台登入">
      <LoginForm />
    </FormCard>
  )
}
