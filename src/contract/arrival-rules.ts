/** The ways to give out what came when it is less than is owed. */
export const arrivalRules = ['joined', 'even', 'manual'] as const
export type ArrivalRule = (typeof arrivalRules)[number]

export const arrivalRuleLabels: Record<ArrivalRule, string> = {
  joined: '依跟團先後',
  even: '平均',
  manual: '自行分配',
}

/** The run that gives out what came. */
export const arrivalRun = { kind: 'campaigns', action: 'allot' } as const
