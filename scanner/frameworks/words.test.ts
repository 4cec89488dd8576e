import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Framework,
  framework,
  frameworkDescription,
  frameworkName,
  frameworks,
  requirementWords,
} from './index.ts'

const load = async (id: string): Promise<Framework> => {
  const found = await framework(id)
  assert.ok(found, id)
  return found
}
const titles: Readonly<Record<string, string>> = { iam_root_mfa_enabled: 'Root signs in with MFA.' }
const titleOf = (id: string): string | undefined => titles[id]

async function words(id: string, requirementId: string) {
  const one = await load(id)
  const requirement = one.requirements.find((each) => each.id === requirementId)
  assert.ok(requirement, requirementId)
  return requirementWords(one, requirement, titleOf)
}

test('a requirement with one check is told by the title of the check', async () => {
  const one = await load('cis_2.0_aws')
  const only = one.requirements.find(
    ({ checks: [places] }) =>
      places?.length === 1 && one.checks[0]?.[places[0] ?? -1] === 'iam_root_mfa_enabled',
  )
  assert.ok(only)
  const { name, description } = requirementWords(one, only, titleOf)
  assert.equal(name, 'Root signs in with MFA.')
  assert.equal(description, `${only.id}: evaluated by 1 check. Root signs in with MFA.`)
})

test('a framework says its version once, however its name spells it', async () => {
  const names: readonly [id: string, name: string][] = [
    ['cis_2.0_aws', 'CIS 2.0 for AWS'],
    ['nist_800_53_revision_5_aws', 'NIST SP 800-53, revision 5 for AWS'],
    ['ens_rd2022_aws', 'Real Decreto 311/2022, Esquema Nacional de Seguridad for AWS'],
    ['iso27001_2013_aws', 'ISO27001 2013 for AWS'],
    ['csa_ccm_4.0', 'CSA CCM 4.0'],
  ]
  for (const [id, name] of names) assert.equal(frameworkName(await load(id)), name)
  for (const { id } of frameworks) {
    const words = frameworkName(await load(id))
      .toLowerCase()
      .split(/[ ,]+/)
    assert.ok(!/(?:^| )(revision \d) \1(?: |$)/.test(words.join(' ')), id)
  }
})

test('a requirement without a check says that people have to verify it', async () => {
  const { name, description } = await words('secnumcloud_3.2_aws', '5.1')
  assert.equal(name, 'Manual review')
  assert.equal(description, '5.1: Manual review. No check can evaluate it.')
})

test('what law asks for is cited as the law is', async () => {
  const cited: readonly [string, string, RegExp][] = [
    [
      'gdpr_2016_679_aws',
      'article_25',
      /^Article 25, Data protection by design and by default: evaluated by/,
    ],
    ['dora_2022_2554', 'DORA-Art8', /^Article 8, Identification: evaluated by/],
    ['hipaa_2013_aws', '164_308_a_1_ii_b', /^45 CFR 164\.308\(a\)\(1\)\(ii\)\(B\): evaluated by/],
    ['nist_800_53_revision_5_aws', 'ac_2_3_a', /^AC-2\(3\)\(a\): evaluated by/],
    ['fedramp_moderate_revision_4_aws', 'ac-2-1', /^AC-2\(1\): evaluated by/],
    ['nist_800_171_revision_2_aws', '3_1_1', /^3\.1\.1: evaluated by/],
  ]
  for (const [id, requirement, pattern] of cited)
    assert.match((await words(id, requirement)).description, pattern)
})

test('many checks are told by the first three and the number of the others', async () => {
  const { name, description } = await words('dora_2022_2554', 'DORA-Art5')
  assert.equal(name, 'Governance and organisation')
  assert.match(description, /evaluated by \d+ of \d+ checks\. .+; .+; .+; \d+ more\.$/)
})

test('frameworks are named with their version and what they are about', async () => {
  assert.equal(frameworkName(await load('cis_2.0_aws')), 'CIS 2.0 for AWS')
  assert.equal(
    frameworkName(await load('dora_2022_2554')),
    'Regulation (EU) 2022/2554 on digital operational resilience (DORA)',
  )
  assert.equal(
    frameworkDescription(await load('gdpr_2016_679_aws')),
    'Regulation (EU) 2016/679 (GDPR) for AWS: 3 requirements on AWS, 3 of them with checks. A requirement needs manual review if it has no checks, or if none of them fails and some were not evaluated.',
  )
})

test('every requirement of every framework has words', async () => {
  for (const { id } of frameworks) {
    const one = await load(id)
    for (const requirement of one.requirements) {
      const { name, description } = requirementWords(one, requirement, titleOf)
      assert.ok(name.length > 3 && name.length < 300, `${id} ${requirement.id}: ${name}`)
      assert.ok(description.includes(':') && description.endsWith('.'), description)
      assert.doesNotMatch(description, /undefined|: ;/)
    }
  }
})
