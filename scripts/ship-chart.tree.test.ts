/** The Helm chart in ship/: what can be verified without Helm. `chart.large.test.ts` renders it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { readConfig } from '../server/config.ts'
import { knownSettings, orderlyStopSeconds, secretSettings } from './ship-settings.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Values {
  readonly settings: Readonly<Record<string, string | number>>
  readonly workers: { readonly resources: { readonly limits: { readonly memory: string } } }
}
type Tree = Readonly<Record<string, unknown>>

const values = parse(read('ship/chart/values.yaml')) as Values & Tree
const folder = 'ship/chart/templates'
const templates = readdirSync(join(root, folder)).map((name) => ({
  name,
  text: read(`${folder}/${name}`),
}))
const isValid = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(read('ship/chart/values.schema.json')) as object,
)
const environment = Object.fromEntries(
  Object.entries(values.settings).map(([name, value]) => [name, String(value)]),
)

test('the chart and the image have the version of Plumbline', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const chart = parse(read('ship/chart/Chart.yaml')) as Tree
  assert.equal(chart['version'], version)
  assert.equal(chart['appVersion'], version)
})

test('the default values are valid, and an unknown value is refused at each level', () => {
  assert.ok(isValid(values), JSON.stringify(isValid.errors))
  const isOpen =
    /^(settings|.*annotations|matchLabels|requests|limits|pod\w+|nodeSelector|affinity)$/i
  const verify = (inner: object, path: string): void => {
    const tree = inner as Record<string, unknown>
    tree['unknownValue'] = 1
    assert.equal(isValid(copy), false, path)
    delete tree['unknownValue']
    for (const [key, value] of Object.entries(tree))
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isOpen.test(key))
        verify(value, `${path}.${key}`)
  }
  const copy = structuredClone(values)
  verify(copy, '')
})

test('each variable in the templates and values is a setting, and the defaults are valid', () => {
  const variable = /\b[A-Z][A-Z\d]*(_[A-Z\d]+)+\b/g
  for (const { name, text } of templates)
    for (const [found] of text.matchAll(variable))
      assert.ok(knownSettings.has(found), `${name}: ${found}`)
  for (const [, found = ''] of read(`${folder}/_environment.tpl`).matchAll(/- name: ([A-Z]\w*)$/gm))
    assert.ok(knownSettings.has(found), found)
  for (const name of Object.keys(environment)) assert.ok(knownSettings.has(name), name)
  readConfig(environment)
})

test('values contain no secret, and no setting that the chart sets itself', () => {
  const names = read(`${folder}/_environment.tpl`).matchAll(/- name: ([A-Z]\w*)$/gm)
  for (const name of [...secretSettings, ...[...names].map(([, found = '']) => found)])
    assert.equal(isValid({ settings: { [name]: 'x' } }), false, name)
  for (const name of [
    'LOG_LEVEL',
    'MAIL_FROM',
    'VALKEY_CA_FILE',
    'SMTP_URL_FILE',
    'PASSWORD_RESET_URL',
  ])
    assert.ok(isValid({ settings: { [name]: 'x' } }), name)
})

test('the secret can contain each setting that is secret', () => {
  const text = read(`${folder}/_environment.tpl`)
  const offered = secretSettings.filter((name) => !name.startsWith('DJANGO_'))
  for (const name of offered) assert.ok(text.includes(`"${name}"`), name)
})

test('the chart creates no secret, and templates have no random or changing values', () => {
  const changing =
    /\{\{[^}]*\b(rand\w+|gen(CA|PrivateKey|Signed\w+|SelfSigned\w+)|lookup|derivePassword|uuidv4|now|htpasswd|bcrypt|encryptAES)\b/
  for (const { name, text } of templates) {
    assert.doesNotMatch(text, changing, name)
    assert.doesNotMatch(text, /^kind: Secret$/m, name)
  }
})

test('the migration runs before installations and upgrades only, and its job is deleted', () => {
  const hooks = templates.flatMap(({ text }) => text.match(/helm\.sh\/hook.*/g) ?? [])
  assert.deepEqual(hooks, [
    'helm.sh/hook: pre-install,pre-upgrade',
    'helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded',
  ])
})

test('the shortest time to stop is enough for the default settings', () => {
  const [, seconds] = /\{\{ max (\d+) /.exec(read(`${folder}/_names.tpl`)) ?? []
  assert.ok(Number(seconds) >= orderlyStopSeconds(environment))
  const [, drain] = /"EVENTSTREAM_DRAIN_SECONDS" (\d+)/.exec(read(`${folder}/_names.tpl`)) ?? []
  assert.equal(Number(drain), readConfig({}).drainSeconds)
})

test('a worker has memory for its scans', () => {
  const { concurrentScans, scanMemoryMb } = readConfig(environment)
  const { memory } = values.workers.resources.limits
  assert.match(memory, /^\d+Gi$/)
  assert.ok(Number.parseInt(memory, 10) * 1_024 >= (concurrentScans + 1) * scanMemoryMb + 512)
})

test('an image is its version or a digest', () => {
  for (const digest of ['latest', 'sha256:12', `sha512:${'a'.repeat(64)}`])
    assert.equal(isValid({ image: { digest } }), false, digest)
  assert.ok(isValid({ image: { digest: `sha256:${'a'.repeat(64)}` } }))
  assert.equal((values['image'] as Tree)['tag'], '')
})
