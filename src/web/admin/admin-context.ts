import { createContext, useContext } from 'react'
import type { check } from '#contract/admin.schema.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'

export type SignedInAdmin = EndpointReply<typeof check>

export const AdminContext = createContext<SignedInAdmin | null>(null)

/** The administrator whose session the server has accepted. */
export function useAdmin(): SignedInAdmin {
  const admin = useContext(AdminContext)
  if (!admin) throw new Error('the back office is shown to nobody')
  return admin
}

/** The server decides; the screen does not offer what it would refuse. */
export function useMay(): (permission: Permission | undefined) => boolean {
  const { permissions } = useAdmin()
  return (permission) => permission === undefined || permissions.includes(permission)
}

/** Tooltip of a button that the role may not use. */
export const noPermission = '無此權限'
