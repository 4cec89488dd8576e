import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { configKeys, readConfig } from './config.ts'
import { toyProvider } from './toy-provider.ts'

const provider = toyProvider({ boxes: 1 })
const problemsOf = async (config: Record<string, unknown>): Promise<unknown[]> =>
  (await readConfig(provider, config)).problems.map(({ path, detail }) => [path.join('/'), detail])

const wrong: readonly [string, Record<string, unknown>, string, string][] = [
  ['a text for a number', { retries: '3' }, 'retries', 'It must be a whole number from 0 to 20.'],
  ['a part of a retry', { retries: 1.5 }, 'retries', 'It must be a whole number from 0 to 20.'],
  ['fewer than no retries', { retries: -1 }, 'retries', 'It must be a whole number from 0 to 20.'],
  [
    'a time without end',
    { read_timeout_ms: Infinity },
    'read_timeout_ms',
    'It must be a whole number from 1 to 300000.',
  ],
  [
    'a text for a list',
    { excluded_checks: 'box_has_lid' },
    'excluded_checks',
    'It must be a list of strings.',
  ],
  [
    'a list that holds a number',
    { excluded_services: ['store', 7] },
    'excluded_services/1',
    'It must be a list of strings.',
  ],
  [
    'what is no name of a region',
    { regions: ['north', 'due north'] },
    'regions/1',
    'It must be a list of directions.',
  ],
  [
    'a check that there is not',
    { excluded_checks: ['box_has_lid', 'box_has_ild'] },
    'excluded_checks/1',
    'There is no check box_has_ild of toy.',
  ],
  [
    'a service that there is not',
    { excluded_services: ['stores'] },
    'excluded_services/0',
    'There is no service stores of toy.',
  ],
  ['a cap that is a part', { max_boxes: 0.5 }, 'max_boxes', 'It must be a whole number.'],
]
for (const [name, config, path, detail] of wrong) {
  test(`${name} is a problem at its place`, async () => {
    deepEqual(await problemsOf(config), [[path, detail]])
  })
}

test('what fits is read, what nothing reads is named, and what is null is not set', async () => {
  const given = {
    retries: 0,
    max_boxes: -1,
    excluded_checks: ['box_is_closed'], // a former id
    regions: [],
    read_timeout_ms: null,
    reties: 3,
    endpoint_url: 'http://127.0.0.1:1/', // only the operator may set it: a tenant could send requests to any server
  }
  const { config, unknown, problems } = await readConfig(provider, given)
  deepEqual(problems, [])
  deepEqual(unknown, ['reties', 'endpoint_url'])
  deepEqual(config, {
    retries: 0,
    max_boxes: -1,
    excluded_checks: ['box_is_closed'],
    regions: [],
  })
})

test('each key is there once, with its default and the checks that read it', async () => {
  const keys = await configKeys(provider)
  equal(keys.get('retries')?.default, 3)
  deepEqual(keys.get('max_boxes'), {
    name: 'max_boxes',
    default: null,
    whole: true,
    about: 'Boxes of a region that are looked at. 0 is unlimited.',
    checks: [],
  })
})
