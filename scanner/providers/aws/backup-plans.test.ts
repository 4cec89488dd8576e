import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { protectionOf, type Selection } from './backup-plans.ts'

const volume = {
  arn: 'arn:aws:ec2:eu-west-1:123456789012:volume/vol-1',
  tags: async () => ({ backup: 'daily', tier: 'prod' }),
  type: 'EBS',
  named: ':volume/',
}

const everyVolume = 'arn:aws:ec2:*:*:volume/*'
const tag = (key: string, value: string) => ({ key, value })
const when = (
  operator: Selection['conditions'][number]['operator'],
  key: string,
  value: string,
) => ({
  operator,
  ...tag(key, value),
})

const cases: [title: string, selection: Partial<Selection>, optedIn: boolean, answer: string][] = [
  ['a volume by its ARN', { resources: [volume.arn] }, false, 'by'],
  ['every volume', { resources: [everyVolume] }, false, 'by'],
  ['every volume but this', { resources: [everyVolume], except: [volume.arn] }, true, ''],
  ['the service, where volumes are opted in', { resources: ['arn:aws:ec2:*'] }, true, 'by'],
  ['the service, where volumes are not opted in', { resources: ['arn:aws:ec2:*'] }, false, ''],
  ['another volume', { resources: [`${volume.arn}2`] }, true, ''],
  ['everything, where volumes are opted in', { resources: ['*'] }, true, 'by'],
  ['everything, where volumes are not opted in', { resources: ['*'] }, false, ''],
  ['everything, by an empty selection', {}, true, 'by'],
  ['a tag that the volume has', { tags: [tag('backup', 'daily')] }, true, 'by'],
  ['a tag, where volumes are not opted in', { tags: [tag('backup', 'daily')] }, false, ''],
  ['one of two tags', { tags: [tag('backup', 'hourly'), tag('tier', 'prod')] }, true, 'by'],
  ['a tag of another value', { tags: [tag('backup', 'hourly')] }, true, ''],
  [
    'every volume and a tag that it has',
    { resources: [everyVolume], tags: [tag('tier', 'prod')] },
    false,
    'by',
  ],
  [
    'every volume and a tag that it lacks',
    { resources: [everyVolume], tags: [tag('tier', 'test')] },
    true,
    'perhaps',
  ],
  [
    'conditions that all hold',
    {
      resources: ['*'],
      conditions: [
        when('StringEquals', 'backup', 'daily'),
        when('StringLike', 'tier', 'p*'),
        when('StringNotEquals', 'stage', 'test'),
        when('StringNotLike', 'tier', 't*'),
      ],
    },
    true,
    'by',
  ],
  [
    'conditions of which one does not hold',
    {
      resources: [everyVolume],
      conditions: [when('StringEquals', 'backup', 'daily'), when('StringEquals', 'Tier', 'prod')],
    },
    true,
    '',
  ],
]

test('a selection takes what its ARNs, tags and conditions say', async () => {
  for (const [title, changes, EBS, expected] of cases) {
    const selection = {
      plan: 'nightly',
      resources: [],
      except: [],
      tags: [],
      conditions: [],
      ...changes,
    }
    const plans = { selections: [selection], optedIn: async () => ({ EBS }) }
    const { by, perhaps } = await protectionOf(volume, plans)
    deepEqual([by.map(() => 'by'), perhaps.map(() => 'perhaps')].flat().join(), expected, title)
  }
})

const onlyTags = (...tags: Selection['tags']): Selection => ({
  plan: 'nightly',
  resources: [],
  except: [],
  tags,
  conditions: [],
})

test('where it is not told whether a type is opted in, tags are no certain protection', async () => {
  const plans = { selections: [onlyTags(tag('tier', 'prod'))], optedIn: async () => ({}) }
  deepEqual(await protectionOf(volume, plans), { by: [], perhaps: ['nightly'] })
})

test('neither tags nor settings are asked for where a plan names a type and no tags', async () => {
  const never = () => Promise.reject(new Error('nobody needs it'))
  const selections = [{ ...onlyTags(), resources: [everyVolume] }]
  const found = await protectionOf({ ...volume, tags: never }, { selections, optedIn: never })
  deepEqual(found, { by: ['nightly'], perhaps: [] })
})
