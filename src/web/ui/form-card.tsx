import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

/** The narrow page of everything around credentials. */
export function FormCard(props: { title: string; isLoading?: boolean; children?: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 md:py-16">
      <h1 className="text-center font-serif text-title font-semibold">{props.title}</h1>
      <div className="mt-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {props.isLoading ? (
          <div className="space-y-5" aria-busy="true">
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-18 w-full" />
            <Skeleton className="h-18 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        ) : (
          props.children
        )}
      </div>
    </div>
  )
}
