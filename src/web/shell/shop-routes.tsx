import { type RouteObject, useRoutes } from 'react-router'

export function ShopRoutes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes)
}
