import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalog } from '../providers/aws/catalog.ts'
import { checksOf, type Framework, framework, frameworks, frameworksOf } from './index.ts'

const all: readonly Framework[] = await Promise.all(
  frameworks.map(async ({ id }) => {
    const found = await framework(id)
    assert.ok(found, id)
    return found
  }),
)

test('the index names every table, and no other', async () => {
  const files = await readdir(join(import.meta.dirname, 'catalog'))
  const tables = files.filter((name) => name !== 'index.json').map((name) => name.slice(0, -5))
  assert.deepEqual(tables.toSorted(), frameworks.map(({ id }) => id).toSorted())
  assert.equal(frameworks.length, 110)
})

test('ids are spelled as the contract spells them', () => {
  for (const { id, providers } of frameworks) {
    assert.match(id, /^[a-z0-9]+(?:[_.][a-z0-9]+)*$/)
    const [only, ...others] = providers
    assert.ok(only, id)
    if (others.length === 0) assert.ok(id.endsWith(`_${only}`), id)
    else assert.ok(!providers.some((provider) => id.endsWith(`_${provider}`)), id)
  }
})

test('every requirement is once in its framework, and the index has their number', () => {
  for (const [at, { id, requirements }] of all.entries()) {
    assert.equal(new Set(requirements.map((one) => one.id)).size, requirements.length, id)
    assert.equal(frameworks[at]?.requirements, requirements.length, id)
  }
})

test('every place that a requirement names is a check', () => {
  for (const one of all) {
    assert.equal(one.checks.length, one.providers.length)
    for (const requirement of one.requirements) {
      assert.equal(requirement.checks.length, one.providers.length, one.id)
      for (const [at, places] of requirement.checks.entries())
        for (const place of places)
          assert.ok(one.checks[at]?.[place], `${one.id} ${requirement.id}`)
    }
  }
})

test('nearly all checks that AWS frameworks name are known by their ids', () => {
  const aliases = new Set([...catalog.values()].flatMap((check) => check.aliases))
  const ids = new Set(
    all.flatMap((one) => one.checks[one.providers.indexOf('aws')] ?? []).filter(Boolean),
  )
  const unknown = [...ids].filter((id) => !catalog.has(id) && !aliases.has(id))
  assert.ok(ids.size > 500)
  assert.ok(unknown.length < ids.size / 10, unknown.join(', '))
})

test('a kind of account has its own frameworks and those about several', () => {
  const ids = frameworksOf('aws').map(({ id }) => id)
  assert.ok(ids.includes('cis_2.0_aws') && ids.includes('dora_2022_2554'))
  assert.ok(!ids.includes('cis_2.0_gcp'))
  assert.deepEqual(frameworksOf('nothing'), [])
})

test('a requirement of several kinds of account has the checks of the kind asked for, or all', async () => {
  const dora = await framework('dora_2022_2554')
  const eighth = dora?.requirements.find(({ id }) => id === 'DORA-Art8')
  assert.ok(dora && eighth)
  const [aws, gcp, both] = [
    checksOf(dora, eighth, 'aws'),
    checksOf(dora, eighth, 'gcp'),
    checksOf(dora, eighth),
  ]
  assert.ok(aws.includes('macie_is_enabled') && gcp.includes('apikeys_key_exists'))
  assert.ok(aws.every((id) => both.includes(id)) && gcp.every((id) => both.includes(id)))
  assert.deepEqual(checksOf(dora, eighth, 'okta'), [])
})

test('there is no framework of a name that nobody has', async () => {
  assert.equal(await framework('cis_99_aws'), undefined)
  assert.equal(await framework('../../package'), undefined)
})
