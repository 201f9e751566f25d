import { type ComponentProps, type ComponentType, createContext, useContext } from 'react'

export type LinkComponent = ComponentType<ComponentProps<'a'> & { to: string }>

function PlainLink({ to, ...anchor }: ComponentProps<'a'> & { to: string }) {
  return <a {...anchor} href={`#${to}`} />
}

/** The link of the router, injected by the application: this kit imports no router. */
export const LinkContext = createContext<LinkComponent>(PlainLink)

export function useLinkComponent(): LinkComponent {
  return useContext(LinkContext)
}
