import { useState } from 'react'
import { adminToken } from '../api/admin-session.ts'
import { Redirect } from '../navigation/redirect.tsx'
import { paths } from '../paths.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { LoginForm } from './login-form.tsx'

export function AdminLoginPage() {
  usePageTitle('後台登入')
  // Read once, on load: after a sign-in on this page the success message is shown first.
  const [isSignedIn] = useState(() => adminToken() !== undefined)
  if (isSignedIn) return <Redirect to={paths.admin()} />
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 md:py-16">
      <h1 className="text-center font-serif text-2xl font-semibold">後台登入</h1>
      <div className="mt-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <LoginForm />
      </div>
    </div>
  )
}
