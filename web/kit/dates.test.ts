import { deepEqual, equal, match } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dateTime, exactTime, shortDay } from './dates.ts'

const root = join(import.meta.dirname, '..')

test('times have one format, with the zone', () => {
  const form = /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d(:\d\d)? \S+$/
  for (const at of ['2026-11-28T19:53:34Z', '2026-01-01T00:00:00Z']) {
    match(dateTime(at), form)
    match(exactTime(at), form)
  }
  equal(shortDay('2026-11-28'), 'Nov 28')
})

test('only kit/dates.ts formats dates', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/^(dist|node_modules)|\.test\.ts$/.test(path),
  )
  deepEqual(
    sources.filter((path) =>
      /DateTimeFormat|toLocale(Date|Time)?String/.test(readFileSync(join(root, path), 'utf8')),
    ),
    ['kit/dates.ts'],
  )
})
