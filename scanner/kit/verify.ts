// Fixtures as tests. Production code imports the kit through index.ts, which does not export this file: tests of checks
// import it directly.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Check, Circumstances, Judgement, Settings } from './check.ts'
import { indexOf, type JoinedWorlds, joinedPart, keyed } from './join.ts'
import type { Resource } from './record.ts'
import { isUnread } from './unread.ts'
import type { Status } from './verdict.ts'

/** A record with the rest of its fixture. */
export interface Given<R> {
  readonly record: R
  readonly joined?: JoinedWorlds
  readonly config?: Settings
}

export type World<R> = R | Given<R>

export interface Worlds<R> {
  pass?: readonly World<R>[]
  fail?: readonly World<R>[]
  manual?: readonly World<R>[]
  /** Records that the check does not apply to: no verdict and no gap. */
  none?: readonly World<R>[]
  unread?: readonly World<R>[]
  /** The time in every fixture; noon of 15 January 2026 by default. */
  now?: Date
  /** The account's partition in every fixture; `test` by default. */
  partition?: string
}

/** A fixture with more than the record: joined records by kind (or an Unread), thresholds. */
export const given = <R extends Resource>(record: R, rest: Omit<Given<R>, 'record'>): Given<R> => ({
  record,
  ...rest,
})

/** A record builder: the defaults of a passing record, overridden by field in each fixture. */
export const world =
  <R extends Resource>(sound: R) =>
  (changes: Partial<R> = {}): R => ({ ...sound, ...changes })

/** The circumstances of fixtures: account 123456789012, noon of 15 January 2026. */
export const circumstances = (changes: Partial<Circumstances> = {}): Circumstances => ({
  now: new Date('2026-01-15T12:00:00Z'),
  account: '123456789012',
  partition: 'test',
  config: {},
  joined: {},
  ...changes,
})

const opened = <R extends Resource>(it: World<R>): Given<R> =>
  'record' in it && typeof it.record === 'object' ? (it as Given<R>) : { record: it as R }

type Place = Pick<Circumstances, 'now' | 'partition'>

function judged<R extends Resource>(check: Check<R>, it: World<R>, place: Place): Judgement {
  const { record, joined = {}, config = {} } = opened(it)
  const indexes = Object.entries(check.joins).map(([kind, join]) => {
    const others = joined[kind] ?? []
    const parts = isUnread(others) ? [] : others.map((other) => joinedPart(other, [join]))
    return [kind, indexOf(keyed(parts, join.by), join, isUnread(others) ? others : null)] as const
  })
  return check.judge(
    record,
    circumstances({
      ...place,
      config: { ...check.config, ...config },
      joined: Object.fromEntries(indexes),
    }),
  )
}

/** Patterns that a message for users must not contain: traces of a missing value. */
const careless = /undefined|\[object|NaN|\bnull\b/

function expectVerdict(judgement: Judgement, status: Status): void {
  ok('verdicts' in judgement, `expected ${status}, but the fixture is unread`)
  ok(judgement.verdicts.length > 0, `expected ${status}, but there is no verdict`)
  for (const { status: given, sentence } of judgement.verdicts) {
    ok(given === status, `expected ${status}, got ${given}: ${sentence}`)
    ok(sentence.endsWith('.') && !careless.test(sentence), `not a valid sentence: "${sentence}"`)
  }
}

function complete<R extends Resource>(check: Check<R>, worlds: Worlds<R>): void {
  const { pass = [], fail = [], manual = [], unread = [] } = worlds
  if (pass.length + fail.length === 0) {
    ok(
      manual.length > 0,
      `${check.id} needs a pass fixture and a fail fixture, or a manual fixture`,
    )
  } else {
    ok(
      pass.length + manual.length > 0,
      `${check.id} needs a fixture that passes, or a manual fixture`,
    )
    ok(fail.length > 0, `${check.id} needs a fixture that fails`)
  }
  for (const need of check.needs) {
    const shown = unread.some((it) =>
      isUnread(new Map<string, unknown>(Object.entries(opened(it).record)).get(need)),
    )
    ok(shown, `${check.id} needs a fixture in which ${need} is unread`)
  }
  for (const kind of Object.keys(check.joins)) {
    const shown = unread.some((it) => isUnread(opened(it).joined?.[kind]))
    ok(shown, `${check.id} needs a fixture in which the joined ${kind} are unread`)
  }
}

/**
 * A check's test: a list of fixtures, registered as `node:test` cases. Requires at least one fixture that passes and
 * one that fails (`manual` for properties that no API returns), and one unread fixture per needed field and per joined
 * kind.
 */
export function verify<R extends Resource>(check: Check<R>, worlds: Worlds<R>): void {
  const { now, partition } = { ...circumstances(), ...worlds }
  const place = { now, partition }
  test(`${check.id} shows its pass, fail and unread worlds`, () => complete(check, worlds))
  const cases: [readonly World<R>[] | undefined, Status][] = [
    [worlds.pass, 'PASS'],
    [worlds.fail, 'FAIL'],
    [worlds.manual, 'MANUAL'],
  ]
  for (const [list = [], status] of cases) {
    for (const [n, it] of list.entries()) {
      test(`${check.id} gives ${status} in world ${n + 1}`, () =>
        expectVerdict(judged(check, it, place), status))
    }
  }
  for (const [n, it] of (worlds.none ?? []).entries()) {
    test(`${check.id} has nothing to say in world ${n + 1} of those it does not judge`, () =>
      deepEqual(judged(check, it, place), { verdicts: [] }))
  }
  for (const [n, it] of (worlds.unread ?? []).entries()) {
    test(`${check.id} gives no verdict in unread world ${n + 1}`, () =>
      ok('unread' in judged(check, it, place), 'the check returned a verdict without the evidence'))
  }
}
