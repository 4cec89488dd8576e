import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { Aws } from '../client.ts'
import { answering, refused } from '../testing/answering.ts'
import { recordedCalls, trailOf } from './trails.ts'

const resize = 'arn:aws:lambda:eu-west-1:123456789012:function:resize'
const type = 'AWS::Lambda::Function'

/** A region that one trail covers, with these selectors. */
const region = (selectors: object, trail: object = {}, isLogging = true) =>
  ({
    call: async (name: string) => {
      if (name === 'cloudtrail:GetTrailStatus') return { IsLogging: isLogging }
      if (name === 'cloudtrail:GetEventSelectors') return selectors
      const own = { TrailARN: 'trail', HomeRegion: 'us-east-1', IsMultiRegionTrail: true }
      return { trailList: [{ ...own, ...trail }] }
    },
    broken: (_: string, lacks: string) => new Error(lacks),
  }) as unknown as Aws // only the calls that it needs

const trail = async (...given: Parameters<typeof region>) =>
  trailOf(await recordedCalls(region(...given), 'eu-west-1'), resize)

const plain = (ReadWriteType: string, ...Values: string[]) => ({
  EventSelectors: [{ ReadWriteType, DataResources: [{ Type: type, Values }] }],
})

const advanced = (...more: object[]) => ({
  AdvancedEventSelectors: [
    {
      FieldSelectors: [
        { Field: 'eventCategory', Equals: ['Data'] },
        { Field: 'resources.type', Equals: [type] },
        ...more,
      ],
    },
  ],
})

test('selectors of all functions, or of this one, record its calls', async () => {
  const recording = [
    plain('All', 'arn:aws:lambda'),
    plain('WriteOnly', resize),
    advanced(),
    advanced({ Field: 'readOnly', Equals: ['false'] }, { Field: 'eventName', Equals: ['Invoke'] }),
    advanced({ Field: 'resources.ARN', StartsWith: [resize.slice(0, -3)] }),
    advanced({ Field: 'resources.ARN', EndsWith: [':resize'] }),
    advanced({ Field: 'resources.ARN', NotEquals: [`${resize}-copy`], NotEndsWith: ['-copy'] }),
  ]
  for (const selectors of recording) equal(await trail(selectors), 'trail')
})

test('others do not', async () => {
  const silent = [
    plain('ReadOnly', 'arn:aws:lambda'),
    plain('All', `${resize}-copy`),
    { EventSelectors: [{ ReadWriteType: 'All', DataResources: [] }] },
    advanced({ Field: 'readOnly', Equals: ['true'] }),
    advanced({ Field: 'resources.ARN', Equals: [`${resize}-copy`] }),
    advanced({ Field: 'resources.ARN', EndsWith: ['-copy'] }),
    advanced({ Field: 'resources.ARN', StartsWith: ['arn:'], NotEquals: [resize] }),
    advanced({ Field: 'resources.ARN', NotStartsWith: [resize.slice(0, -3)] }),
    advanced({ Field: 'resources.ARN', NotEndsWith: [':resize'] }),
    advanced({ Field: 'resources.ARN', StartsWith: ['arn:'], Matches: ['x'] }),
    advanced({ Field: 'eventName', Equals: ['Invoke'], NotStartsWith: ['Inv'] }),
    advanced({ Field: 'userIdentity.arn', StartsWith: ['arn:aws:iam::'] }),
    { AdvancedEventSelectors: [{ FieldSelectors: [] }] },
  ]
  for (const selectors of silent) equal(await trail(selectors), null)
})

test('a trail that is switched off, or of another region only, records nothing here', async () => {
  const all = plain('All', 'arn:aws:lambda')
  deepEqual(
    [await trail(all, {}, false), await trail(all, { IsMultiRegionTrail: false })],
    [null, null],
  )
})

test('a trail that may not be read is a gap, unless another one records the calls', async () => {
  const trails = (...names: readonly string[]) =>
    answering({
      'cloudtrail:DescribeTrails': {
        trailList: names.map((TrailARN) => ({ TrailARN, IsMultiRegionTrail: true })),
      },
      'cloudtrail:GetTrailStatus': { IsLogging: true },
      'cloudtrail:GetEventSelectors': ({ TrailName }) => {
        if (TrailName === 'organisation') throw refused('TrailNotFoundException')
        return plain('All', 'arn:aws:lambda')
      },
    })
  const of = async (...names: readonly string[]) =>
    trailOf(await recordedCalls(trails(...names), 'eu-west-1'), resize)
  equal(await of('organisation', 'own'), 'own')
  await rejects(of('organisation'), { code: 'TrailNotFoundException', message: /organisation/ })
})
