import { type Actor, actorKey } from '../http/actor.ts'

/** The columns of a movement that say who made it; the name is kept of staff only. */
export interface MovementActor {
  actor: string
  actorName: string | null
}

export function movementActor(actor: Actor): MovementActor {
  const isStaff = actor.kind === 'admin' || actor.kind === 'command'
  return { actor: actorKey(actor), actorName: isStaff ? actor.name : null }
}
