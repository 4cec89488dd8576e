import { deepEqual, equal, notDeepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { FindingRecord } from '@plumbline/scanner'
import { Past, pastDays } from './demo-past.ts'

const checks = Array.from({ length: 40 }, (_, at) => `check_${at}`)

function finding(check_id: string, name: string, status: 'PASS' | 'FAIL'): FindingRecord {
  const uid = `arn:aws:ecs:eu-central-1::service/${name}:live`
  return {
    uid: `${check_id} ${uid}`,
    check_id,
    status,
    severity: 'high',
    status_extended: `Service ${name} (live) ${status === 'FAIL' ? 'delivers' : 'keeps'} secrets.`,
    service: 'ecs',
    region: 'eu-central-1',
    resource_type: 'AwsEcsService',
    resource: {
      uid,
      name,
      region: 'eu-central-1',
      service: 'ecs',
      type: 'AwsEcsService',
      partition: 'aws',
      tags: {},
    },
    raw_result: {},
  }
}

const names = ['shop', 'jobs', 'search', 'mail']
const now = checks.flatMap((check) =>
  names.map((name, at) => finding(check, name, at % 2 === 0 ? 'PASS' : 'FAIL')),
)

test('a day of the past is always the same, and differs a little from today', () => {
  const days = pastDays.map((day) => new Past(now).before(now, day))
  deepEqual(
    pastDays.map((day) => new Past(now).before(now, day)),
    days,
  )
  for (const before of days) {
    const changed = before.filter(({ status }, at) => status !== now[at]?.status)
    equal(changed.length < now.length / 5, true)
  }
  notDeepEqual(days.at(-1), days[0])
})

test('a finding with another status says so about its resource', () => {
  const changed = pastDays
    .flatMap((day) => new Past(now).before(now, day))
    .filter((one) => one.raw_result === null)
  equal(changed.length > 0, true)
  for (const { status, resource, status_extended } of changed)
    equal(status_extended, finding('any', resource.name, status as 'FAIL').status_extended)
})

test('a finding without an example of the other status stays as it is', () => {
  const all = now.filter(({ status }) => status === 'FAIL')
  for (const day of pastDays) deepEqual(new Past(all).before(all, day), all)
})

test('a young resource has no findings before it was made', () => {
  const young = [finding('check_0', 'launch-wizard-1', 'FAIL')]
  deepEqual(new Past(young).before(young, 3), [])
  equal(new Past(young).before(young, 2).length, 1)
})
