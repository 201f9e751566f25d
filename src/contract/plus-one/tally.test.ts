import { expect, it } from 'vitest'
import { type EntryDecision, type TalliedEntry, tallyEntries, undecidedEntries } from './tally.ts'

const entries: TalliedEntry[] = [
  { line: 1, name: '小美', outcome: 'order', moves: [{ soldId: 'a', by: 2 }] },
  { line: 2, name: '阿明', outcome: 'unsure', moves: [{ soldId: 'a', by: 1 }] },
  { line: 3, name: '小美', outcome: 'skipped', moves: [{ soldId: 'a', by: 9 }] },
  { line: 4, outcome: 'unsure', moves: [{ soldId: 'b', by: 1 }] },
  { line: 5, name: '小美', outcome: 'unsure', moves: [{ soldId: 'a', by: -3 }] },
]
const tallied = (decisions: ReadonlyMap<number, EntryDecision>) =>
  [...tallyEntries(entries, decisions)].map(([name, pieces]) => [name, Object.fromEntries(pieces)])
const open = (decisions: ReadonlyMap<number, EntryDecision>) =>
  undecidedEntries(entries, decisions).map(({ line }) => line)

it('counts what was certain, and of the rest what a person has let count under a name (LINE-05)', () => {
  expect(tallied(new Map())).toEqual([['小美', { a: 2 }]])
  expect(open(new Map())).toEqual([2, 4, 5])
  const decided = new Map([
    [2, { counts: false }],
    [4, { counts: true }],
    [5, { counts: true }],
  ])
  // Nobody is named for the fourth, so it waits.
  expect(open(decided)).toEqual([4])
  expect(tallied(decided)).toEqual([['小美', { a: 0 }]])
  const named = new Map<number, EntryDecision>([...decided, [4, { counts: true, name: ' 小華 ' }]])
  expect(open(named)).toEqual([])
  expect(tallied(named)).toEqual([
    ['小美', { a: 0 }],
    ['小華', { b: 1 }],
  ])
})
