import { deepEqual, doesNotMatch, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { missingIn, projectOf } from './project.ts'

const arn = 'arn:aws:codebuild:eu-west-1:123456789012:project/shop'

test('of a project neither the values of variables nor the addresses of sources are kept', () => {
  const project = projectOf(
    {
      name: 'shop',
      arn,
      source: { type: 'BITBUCKET', location: 'https://maria:hunter2@bitbucket.org/l/s.git' },
      environment: {
        environmentVariables: [
          { name: 'DB_PASSWORD', value: 'hunter2' },
          { name: 'API_TOKEN', value: 'shop/api', type: 'SECRETS_MANAGER' },
          { name: 'KEY_SECRET', value: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:k' },
          { name: 'EMPTY_SECRET', value: '' },
        ],
      },
    },
    'eu-west-1',
  )
  doesNotMatch(JSON.stringify(project), /hunter2|shop\/api/)
  deepEqual(project.plain_variables, ['DB_PASSWORD'])
  deepEqual(project.credentials_in, ['primary'])
})

test('settings that a project omits have the documented defaults, and an omitted visibility is unknown', () => {
  const { logs, s3_logs_encrypted, buildspec_file, filters, ...rest } = projectOf(
    { name: 'shop', arn, source: { type: 'GITHUB' } },
    'eu-west-1',
  )
  deepEqual(
    [logs, s3_logs_encrypted, buildspec_file, filters, rest.public],
    [true, null, 'buildspec.yml', null, null],
  )
})

test('a configuration of logs without a status is incomplete', () => {
  const project = { name: 'shop', arn, source: { type: 'NO_SOURCE' }, environment: {} }
  for (const logs of ['cloudWatchLogs', 's3Logs'] as const) {
    const missing = (given: object) => missingIn({ ...project, logsConfig: { [logs]: given } })
    equal(missing({}), 'logsConfig.status')
    equal(missing({ status: 'DISABLED' }), null)
  }
})

test('the visibility of the builds is known only from a documented value', () => {
  const visible = (projectVisibility: string) =>
    projectOf({ name: 'shop', arn, projectVisibility }, 'eu-west-1').public
  deepEqual(['PUBLIC_READ', 'PRIVATE', 'SHARED'].map(visible), [true, false, null])
})

test('a buildspec in the project, in a bucket or without a source is no file of the source', () => {
  const file = (type: string, buildspec: string) =>
    projectOf({ name: 'shop', arn, source: { type, buildspec } }, 'eu-west-1').buildspec_file
  equal(file('GITHUB', 'ci/build.yaml'), 'ci/build.yaml')
  equal(file('GITHUB', 'ci/build steps'), 'ci/build steps')
  equal(file('GITHUB', 'ci/{stage}.yml'), 'ci/{stage}.yml')
  equal(file('GITHUB', 'version: 0.2\nphases: {}\n'), null)
  equal(file('GITHUB', '{"version": 0.2, "phases": {}}'), null)
  equal(file('GITHUB', 'version: 0.2\n'), null)
  equal(file('GITHUB', 'arn:aws:s3:::larkspur-builds/shop.yml'), null)
  equal(file('NO_SOURCE', 'version: 0.2'), null)
})
