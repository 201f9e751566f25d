import * as schema from '#contract/arrival.schema.ts'
import { arrivalApi } from '#contract/arrival.ts'
import { requireConfirmation } from '../http/caller.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { type ArrivalDeps, arrive } from './arrival.service.ts'

export function arrivalRoutes(mount: Mount, deps: ArrivalDeps): void {
  mount(arrivalApi.arrive, schema.arrive, async ({ params, data }, { actor, caller, request }) => {
    // As for any run that changes many orders at once.
    if (data.rule && !data.preview) requireConfirmation(caller)
    return arrive(deps, { actor, intended: parseIdempotencyKey(request) }, params.id, data)
  })
}
