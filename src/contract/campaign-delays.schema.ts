import Type from 'typebox'
import { adminCancel } from './admin-campaigns.schema.ts'
import { IdParams } from './paging.schema.ts'
import { change, delayAnswers } from './participations.schema.ts'

export const announceDelay = {
  params: IdParams,
  data: Type.Object(
    {
      /** The day in Taipei on which the goods are expected to leave now. */
      ships_on: Type.String({ maxLength: 10 }),
      reason: adminCancel.data.properties.reason,
    },
    { additionalProperties: true },
  ),
  reply: adminCancel.reply,
}
export const answerDelay = {
  params: IdParams,
  data: Type.Object({ answer: Type.Enum(delayAnswers) }, { additionalProperties: true }),
  reply: change.reply,
}
