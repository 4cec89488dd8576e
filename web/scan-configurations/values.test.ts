import { deepEqual, equal } from 'node:assert/strict'
import test from 'node:test'
import { labelOf } from './labels.ts'
import { inputOf, rangeOf, textOf, valueOf, withKey } from './values.ts'
import { lineOf, toYaml } from './yaml.ts'

test('an input takes what the default of its key is, and a number where there is none', () => {
  equal(inputOf({ default: [] }), 'list')
  equal(inputOf({ default: false }), 'switch')
  equal(inputOf({ default: '1.4.0' }), 'text')
  equal(inputOf({ default: null }), 'number')
  equal(inputOf({ default: 3 }), 'number')
})

test('what is left empty goes by the default, and 0 is a value', () => {
  equal(valueOf({ default: 3 }, ' '), undefined)
  equal(valueOf({ default: 3 }, '0'), 0)
  equal(valueOf({ default: 3 }, 'many'), 'many')
  equal(valueOf({ default: false }, 'true'), true)
  equal(valueOf({ default: '1.4.0' }, '1.5'), '1.5')
  deepEqual(valueOf({ default: ['20'] }, '22\n\n80 '), ['22', '80'])
  deepEqual(valueOf({ default: [20] }, '22'), [22])
})

test('values stand in their inputs as they are sent', () => {
  equal(textOf(undefined), '')
  equal(textOf(0), '0')
  equal(textOf(false), 'false')
  equal(textOf(['a', 'b']), 'a\nb')
})

test('a key is set or left to its default, and what else there is stays', () => {
  const key = { provider: 'aws', name: 'retries' } as const
  const before = { aws: { retries: 1, regions: ['eu-west-1'] }, okta: { a: 1 } }
  deepEqual(withKey(before, key, 0), {
    aws: { retries: 0, regions: ['eu-west-1'] },
    okta: { a: 1 },
  })
  deepEqual(withKey({ aws: { retries: 1 } }, key, undefined), {})
  deepEqual(withKey({}, key, 5), { aws: { retries: 5 } })
})

test('bounds are said as far as there are any', () => {
  equal(rangeOf({ minimum: 0, maximum: 20 }), '0 to 20.')
  equal(rangeOf({ minimum: 1, maximum: null }), 'At least 1.')
  equal(rangeOf({ minimum: null, maximum: null }), null)
})

test('YAML quotes what it would read as something else', () => {
  equal(
    toYaml({
      aws: { retries: 0, excluded_services: ['kms', 'no', '22'], version: '1.4.0', none: [] },
    }),
    'aws:\n  retries: 0\n  excluded_services:\n    - kms\n    - "no"\n    - "22"\n  version: "1.4.0"\n  none: []\n',
  )
  equal(toYaml({}), '')
})

test('a pointer leads to the line of its key, or of what it stands in', () => {
  const text = 'okta:\n  retries: 1\naws:\n  "retries": many\n  regions: []\n'
  equal(lineOf(text, ['aws', 'retries']), 4)
  equal(lineOf(text, ['aws', 'regions', '0']), 5)
  equal(lineOf(text, ['gcp']), undefined)
})

for (const [name, label] of [
  ['excluded_checks', 'Excluded checks'],
  ['connect_timeout_ms', 'Connect timeout (ms)'],
  ['max_ebs_snapshots', 'Maximum EBS snapshots'],
  ['max_ec2_instance_age_in_days', 'Maximum EC2 instance age (days)'],
  ['elbv2_min_azs', 'ELBv2 minimum Availability Zones'],
] as const)
  test(`the label of ${name} is "${label}"`, () => equal(labelOf(name), label))
