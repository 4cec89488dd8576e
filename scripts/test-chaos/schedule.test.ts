import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../scanner/testing/index.ts'
import { described, kills, partOf, type Planned, schedule, shortestSeconds } from './schedule.ts'

const processes = ['server 1', 'server 2', 'worker 1', 'worker 2']
const tables = ['tasks', 'findings', 'scans']
const planned = (seconds: number, seed: number): readonly Planned[] =>
  schedule({ seconds, processes, tables, random: seeded(seed) })
const isOfDatabase = ({ fault: { kind } }: Planned): boolean =>
  !/^(process|event store|PgBouncer) /.test(kind)

test('a seed repeats the faults of a run, and another seed has others', () => {
  deepEqual(planned(1_800, 7), planned(1_800, 7))
  notDeepEqual(planned(1_800, 7), planned(1_800, 8))
})

test('a run of any length contains each fault, and its faults of the database do not overlap', () => {
  for (const seconds of [shortestSeconds, 240, 599, 1_800])
    for (let seed = 0; seed < 50; seed += 1) {
      const all = planned(seconds, seed)
      const seen = new Set(all.map(described))
      for (const one of [
        ...processes.map((name) => `process killed ${name}`),
        ...tables.map((name) => `table locked ${name} for 30 s`),
        'disk of PostgreSQL full for 20 s',
        'PostgreSQL read-only for 10 s',
        'standby of PostgreSQL stopped for 20 s',
        'PostgreSQL restarted (fast)',
        'PostgreSQL restarted (crash)',
        'PostgreSQL failed over',
        'PgBouncer killed',
        'event store lost',
        'event store failed over',
      ])
        ok(seen.has(one), `${one} is missing (${seconds} s, seed ${seed})`)
      let free = 0
      for (const one of all.filter(isOfDatabase)) {
        ok(one.atSeconds >= free, `${described(one)} overlaps (${seconds} s, seed ${seed})`)
        free =
          one.atSeconds + (one.seconds || (one.fault.kind === 'PostgreSQL failed over' ? 15 : 5))
      }
      ok(free <= seconds + 1e-6)
      ok(all.every(({ atSeconds }) => atSeconds >= 0 && atSeconds < seconds))
    }
})

test('each process is killed as often as the others', () => {
  const kills = new Map<string, number>()
  for (const { fault } of planned(1_800, 3))
    if (fault.kind === 'process killed')
      kills.set(fault.process, (kills.get(fault.process) ?? 0) + 1)
  const counts = [...kills.values()]
  equal(counts.length, processes.length)
  ok(Math.max(...counts) - Math.min(...counts) <= 1)
})

test('a run of kills has each part as often as the others, and each way in which Valkey ends', () => {
  const all = kills({ seconds: 1_500, processes, tables, random: seeded(4) }, 200)
  equal(all.length, 200)
  const counts = Map.groupBy(all, partOf)
  deepEqual(
    [...counts].map(([part, { length }]) => [part, length]).toSorted(),
    ['PgBouncer', 'PostgreSQL primary', 'Valkey', 'server', 'worker'].map((part) => [part, 40]),
  )
  const kinds = Map.groupBy(all, described)
  equal(kinds.get('event store lost')?.length, 20)
  equal(kinds.get('process killed server 2')?.length, 20)
})

test('a run that is too short for its faults is refused', () => {
  throws(() => planned(shortestSeconds - 1, 1), /at least 3 minutes/)
  throws(() => planned(Number.NaN, 1), /at least 3 minutes/)
})
