import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { objectEvents, type Selectors } from './selectors.ts'

const plain = (ReadWriteType: string, ...Values: string[]): Selectors => ({
  EventSelectors: [
    {
      ReadWriteType,
      IncludeManagementEvents: true,
      DataResources: [{ Type: 'AWS::S3::Object', Values }],
    },
  ],
})
const fields = [
  { Field: 'eventCategory', Equals: ['Data'] },
  { Field: 'resources.type', Equals: ['AWS::S3::Object'] },
]
const advanced = (...more: object[]): Selectors => ({
  AdvancedEventSelectors: [{ FieldSelectors: [...fields, ...more] }],
})
const both = { read: true, write: true }
const neither = { read: false, write: false }

const cases: [what: string, given: Selectors, logs: { read: boolean; write: boolean }][] = [
  ['no objects', { EventSelectors: [{ IncludeManagementEvents: true }] }, neither],
  ['all objects', plain('All', 'arn:aws:s3'), both],
  ['all objects, in the older spelling', plain('All', 'arn:aws:s3:::'), both],
  ['all objects of China', plain('All', 'arn:aws-cn:s3:::'), both],
  ['writes to all objects', plain('WriteOnly', 'arn:aws:s3'), { read: false, write: true }],
  ['reads of all objects', plain('ReadOnly', 'arn:aws:s3'), { read: true, write: false }],
  ['objects of one bucket', plain('All', 'arn:aws:s3:::logs/'), neither],
  ['all objects, by fields', advanced(), both],
  [
    'writes, by fields',
    advanced({ Field: 'readOnly', Equals: ['false'] }),
    { read: false, write: true },
  ],
  [
    'all objects, by the start of their ARNs',
    advanced({ Field: 'resources.ARN', StartsWith: ['arn:aws:s3:::'] }),
    both,
  ],
  [
    'one bucket, by fields',
    advanced({ Field: 'resources.ARN', StartsWith: ['arn:aws:s3:::logs/'] }),
    neither,
  ],
  ['deletions only', advanced({ Field: 'eventName', Equals: ['DeleteObject'] }), neither],
  [
    'functions, by fields',
    {
      AdvancedEventSelectors: [
        {
          FieldSelectors: [
            { Field: 'eventCategory', Equals: ['Data'] },
            { Field: 'resources.type', Equals: ['AWS::Lambda::Function'] },
          ],
        },
      ],
    },
    neither,
  ],
]
for (const [what, given, logs] of cases) {
  test(`selectors for ${what} let through what they say of objects`, () =>
    deepEqual(objectEvents(given), logs))
}
