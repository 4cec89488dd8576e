import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalog as aws } from '../providers/aws/catalog.ts'
import { catalog as github } from '../providers/github/catalog.ts'
import { catalog as kubernetes } from '../providers/kubernetes/catalog.ts'
import { catalog as okta } from '../providers/okta/catalog.ts'
import { checksOf, type Framework, framework, frameworks, frameworksOf } from './index.ts'

const all: readonly Framework[] = await Promise.all(
  frameworks.map(async ({ id }) => {
    const found = await framework(id)
    assert.ok(found, id)
    return found
  }),
)

const catalogs = new Map(Object.entries({ aws, github, kubernetes, okta }))

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

test('every check of a framework is in the catalog of its provider type, by its current id', () => {
  for (const [provider, catalog] of catalogs) {
    const unknown = all.flatMap((one) =>
      (one.checks[one.providers.indexOf(provider)] ?? [])
        .filter((id) => !catalog.has(id))
        .map((id) => `${one.id}: ${id}`),
    )
    assert.deepEqual(unknown, [], provider)
    assert.ok(frameworksOf(provider).length > 0, provider)
  }
})

test('every check is once in the list of its framework, and a requirement includes it', () => {
  for (const one of all)
    for (const [at, ids] of one.checks.entries()) {
      assert.ok(
        ids.every((id) => /^[\w-]+$/.test(id)),
        one.id,
      )
      assert.equal(new Set(ids).size, ids.length, one.id)
      const used = new Set(one.requirements.flatMap(({ checks }) => [...(checks[at] ?? [])]))
      assert.equal(used.size, ids.length, one.id)
    }
})

test('corrections of the facts are in the tables', async () => {
  const cases = [
    ['cis_5.0_aws', '1.1', 'account_maintain_current_contact_details'],
    ['cis_5.0_aws', '1.10', 'iam_user_no_setup_initial_access_key'],
    [
      'aws_foundational_security_best_practices_1.0.0_aws',
      'EKS.1',
      'eks_cluster_not_publicly_accessible',
    ],
    ['aws_foundational_security_best_practices_1.0.0_aws', 'IAM.9', 'iam_root_mfa_enabled'],
  ] as const
  for (const [name, id, check] of cases) {
    const found = await framework(name)
    const requirement = found?.requirements.find((one) => one.id === id)
    assert.ok(found && requirement, `${name} ${id}`)
    assert.deepEqual(checksOf(found, requirement), [check], `${name} ${id}`)
  }
  const csf = await framework('nist_csf_1.1_aws')
  assert.ok(csf?.requirements.some(({ id }) => id === 'rc_rp_1'))
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
