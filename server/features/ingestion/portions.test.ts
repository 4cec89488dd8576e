import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { FileFinding } from '@plumbline/scanner/formats'
import { behind } from './behind.ts'
import type { Position } from './checkpoints.ts'
import { portionsFrom, sharedFrom } from './portions.ts'
import { StagedAccount, Staging } from './staging.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-portions-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const found = (at: number, service: string): FileFinding => ({
  account: { provider: 'aws', uid: '210987654321', name: undefined },
  time: at,
  finding: {
    uid: `${service} ${at}`,
    check_id: `check_${at % 3}`,
    status: 'FAIL',
    severity: 'low',
    status_extended: '',
    service,
    region: 'eu-west-1',
    resource_type: 'Thing',
    resource: {
      uid: `${at}`,
      name: '',
      region: 'eu-west-1',
      service,
      type: 'Thing',
      partition: '',
      tags: {},
    },
    raw_result: { at },
  },
})
/** Units of one, seven, thirty, two and twelve findings. */
const sizes = [1, 7, 30, 2, 12]
const staging = new Staging(folder, 0)
for (const [number, size] of sizes.entries())
  for (let at = 0; at < size; at += 1) staging.add(0, found(at, `service${number}`))
const [summary] = staging.finish()
const units = summary?.units ?? []
const account = new StagedAccount(folder, 0)
const start: Position = {
  unit: 0,
  next_key: null,
  began_at: null,
  unit_stored: 0,
  unit_gaps: 0,
}
const now = '2026-01-15T12:00:00.000Z'

/** Records from a position on until so many portions are through; gives what was recorded. */
function play(from: Position, most: number, portions: number) {
  let position = from
  const keys: string[] = []
  const done: [unit: string, findings: number][] = []
  for (const portion of portionsFrom(account, units, from, most).take(portions)) {
    const recorded = portion.map(({ staged: { length } }) => ({
      emitted: length,
      stored: length,
      merged: 0,
      gaps: 0,
    }))
    keys.push(...portion.flatMap(({ staged }) => staged.map(({ ukey }) => ukey)))
    const after = behind(portion, recorded, { position, now })
    done.push(...after.done.map(({ unit, findings }): [string, number] => [unit, findings]))
    position = after.position
  }
  return { position, keys, done }
}

const whole = play(start, 1_000, 1_000)

test('a file of small units is one portion, and ends all of them', () => {
  equal([...portionsFrom(account, units, start, 1_000)].length, 1)
  equal(whole.keys.length, 52)
  deepEqual(
    whole.done.map(([, findings]) => findings),
    sizes,
  )
  equal(whole.position.unit, sizes.length)
})

test('a file goes on behind any portion without losing or doubling a finding, whatever their size', () => {
  for (const most of [1, 2, 5, 8, 31, 40]) {
    for (let killed = 0; killed < 53; killed += 1) {
      const first = play(start, most, killed)
      const rest = play(first.position, most + (killed % 3), 1_000)
      deepEqual([...first.keys, ...rest.keys], whole.keys)
      deepEqual([...first.done, ...rest.done], whole.done)
    }
  }
})

test('a portion is not larger than it may be, and a unit that goes on has it for itself', () => {
  for (const portion of portionsFrom(account, units, start, 8)) {
    const size = portion.reduce((sum, { staged }) => sum + staged.length, 0)
    equal(size <= 8, true)
    const begun = portion.find((slice) => slice.begun)
    if (portion[0] === begun && begun) equal(new Set(portion.map(({ unit }) => unit)).size, 1)
  }
})

test('what findings share is told once, with the parts that are read behind it', () => {
  for (const most of [1, 7, 1_000]) {
    const some = [...sharedFrom(account, 0, most)]
    const keys = some.flatMap(({ resources }) => resources.map(({ rkey }) => rkey))
    equal(keys.length, new Set(keys).size)
    equal(keys.length, 30) // a resource is one by its uid and region
    equal(some.at(-1)?.parts, 64)
    const [middle] = some.filter(({ parts }) => parts > 20)
    const rest = [...sharedFrom(account, middle?.parts ?? 0, most)]
    const before = some.slice(0, some.findIndex((one) => one === middle) + 1)
    const again = [...before, ...rest].flatMap(({ bodies }) => bodies.map((one) => one.body_key))
    deepEqual(
      again,
      some.flatMap(({ bodies }) => bodies.map((one) => one.body_key)),
    )
  }
})
