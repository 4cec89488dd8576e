import { equal } from 'node:assert/strict'
import test from 'node:test'
import { about, fractionOf, paceMs, queuedPaceMs, secondsLeft, shownProgress } from './progress.ts'

test('what has no total yet has not begun, and no more than all is done', () => {
  equal(fractionOf({ checked: 0, total: 0 }), 0)
  equal(fractionOf({ checked: 5, total: 20 }), 0.25)
  equal(fractionOf({ checked: 21, total: 20 }), 1)
})

test('the time that is left follows from the time so far, once there is enough of it', () => {
  const started = '2026-01-01T00:00:00.000Z'
  const now = Date.parse(started) + 60_000
  equal(secondsLeft(started, 0.25, now), 180)
  equal(secondsLeft(started, 0.01, now), undefined)
  equal(secondsLeft(null, 0.5, now), undefined)
  equal(secondsLeft(started, 1, now), undefined)
})

test('an estimate does not pretend to be exact', () => {
  equal(about(4), 'a few seconds')
  equal(about(33), 'about 40 s')
  equal(about(190), 'about 3 min')
  equal(about(7_300), 'about 2 h')
})

test('the bar goes by what is further: the stream, or the list where the stream fell silent', () => {
  const heard = { checked: 30, total: 100 }
  equal(shownProgress(heard, 30).counts, heard)
  equal(shownProgress(heard, 29).fraction, 0.3)
  equal(shownProgress({ checked: 299, total: 1_000 }, 30).fraction, 0.299)
  equal(shownProgress(heard, 45).fraction, 0.45)
  equal(shownProgress(heard, 45).counts, null)
  equal(shownProgress(null, 45).fraction, 0.45)
  equal(shownProgress({ checked: 0, total: 0 }, 0).counts, null)
})

test('what does not change is asked for less often, and never less than twice a minute', () => {
  equal([0, 1, 2, 3, 4].map((unchanged) => paceMs(unchanged)).join(), '4000,6000,9000,14000,20000')
  equal(paceMs(5), 30_000)
  equal(paceMs(10_000), 30_000)
})

test('a queued scan is read after a second, then less often, and never less than four times a minute', () => {
  equal(
    [0, 1, 2, 3, 4].map((unchanged) => queuedPaceMs(unchanged)).join(),
    '1000,2000,2000,3000,5000',
  )
  equal(queuedPaceMs(10_000), 15_000)
})
