import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Framework,
  framework,
  frameworks,
  metadataOf,
  type Requirement,
  techniqueOf,
} from './index.ts'

const all: readonly Framework[] = await Promise.all(
  frameworks.map(async ({ id }) => {
    const found = await framework(id)
    assert.ok(found, id)
    return found
  }),
)
const words = { name: 'The name', description: 'The description.' }

/** By framework: fields that group requirements, which have a name, and texts, which may be empty, and lists. */
interface Required {
  readonly named: readonly string[]
  readonly texts?: readonly string[]
  readonly lists?: readonly string[]
}
const benchmarkTexts = [
  'Description',
  'RationaleStatement',
  'ImpactStatement',
  'RemediationProcedure',
  'AuditProcedure',
  'AdditionalInformation',
  'References',
]
const pillar: Required = {
  named: ['Name', 'Section', 'SubSection', 'WellArchitectedQuestionId', 'AssessmentMethod'],
  texts: ['LevelOfRisk', 'Description', 'ImplementationGuidanceUrl'],
}
const required: Readonly<Record<string, Required>> = {
  'ASD-Essential-Eight': {
    named: ['Section', 'MaturityLevel', 'AssessmentStatus', 'CloudApplicability'],
    texts: benchmarkTexts,
    lists: ['MitigatedThreats'],
  },
  'AWS-Well-Architected-Framework-Reliability-Pillar': pillar,
  'AWS-Well-Architected-Framework-Security-Pillar': pillar,
  C5: {
    named: ['Section', 'SubSection', 'Type'],
    texts: ['AboutCriteria', 'ComplementaryCriteria'],
  },
  CCC: {
    named: ['FamilyName', 'Section'],
    texts: ['SubSection', 'FamilyDescription', 'Recommendation', 'SubSectionObjective'],
    lists: ['Applicability', 'SectionThreatMappings', 'SectionGuidelineMappings'],
  },
  CIS: { named: ['Section', 'Profile', 'AssessmentStatus'], texts: benchmarkTexts },
  'CIS-Controls': { named: ['Section'] },
  CMMC: { named: ['Domain', 'Level', 'SourceRequirement'] },
  'CSA-CCM': {
    named: ['Section'],
    texts: ['CCMLite', 'IaaS', 'PaaS', 'SaaS'],
    lists: ['ScopeApplicability'],
  },
  DORA: { named: ['Pillar', 'Article', 'ArticleTitle'] },
  ENS: {
    named: ['Marco', 'Categoria', 'IdGrupoControl', 'Tipo', 'Nivel', 'ModoEjecucion'],
    texts: ['DescripcionControl'],
    lists: ['Dimensiones', 'Dependencias'],
  },
  ISO27001: { named: ['Category', 'Objetive_ID', 'Objetive_Name'], texts: ['Check_Summary'] },
  'KISA-ISMS-P': {
    named: ['Domain', 'Subdomain', 'Section'],
    lists: ['AuditChecklist', 'RelatedRegulations', 'AuditEvidence', 'NonComplianceCases'],
  },
  'MITRE-ATTACK': { named: [], texts: ['Category', 'Value', 'Comment'] },
  'Okta-IDaaS-STIG': { named: ['Section', 'Severity', 'RuleID', 'StigID'] },
  ProwlerThreatScore: {
    named: ['Title', 'Section', 'SubSection'],
    texts: ['AttributeDescription', 'AdditionalInformation'],
  },
}

const each = (
  family: string,
  hold: (metadata: Readonly<Record<string, unknown>>, about: string, one: Requirement) => void,
): void => {
  const own = all.filter((one) => one.framework === family)
  assert.ok(own.length > 0, family)
  for (const one of own)
    for (const requirement of one.requirements)
      hold(metadataOf(one, requirement, words), `${one.id} ${requirement.id}`, requirement)
}

for (const [family, { named, texts = [], lists = [] }] of Object.entries(required))
  test(`every requirement of ${family} has the fields that clients group and show`, () => {
    each(family, (metadata, about) => {
      for (const key of named) assert.match(String(metadata[key] ?? ''), /\w/, `${about} ${key}`)
      for (const key of texts) assert.equal(typeof metadata[key], 'string', `${about} ${key}`)
      for (const key of lists) assert.ok(Array.isArray(metadata[key]), `${about} ${key}`)
    })
  })

/** Levels that have a name and not only the number or abbreviation of the standard. */
const levels: readonly (readonly [family: string, ...keys: string[]])[] = [
  ['ASD-Essential-Eight', 'Section'],
  ['AWS-Well-Architected-Framework-Security-Pillar', 'Section', 'SubSection'],
  ['AWS-Well-Architected-Framework-Reliability-Pillar', 'Section', 'SubSection'],
  ['C5', 'Section'],
  ['CIS', 'Section'],
  ['CIS-Controls', 'Section'],
  ['CMMC', 'Domain'],
  ['CSA-CCM', 'Section'],
  ['DORA', 'Pillar', 'ArticleTitle'],
  ['ENS', 'Marco', 'Categoria'],
  ['ISO27001', 'Category', 'Objetive_Name'],
  ['KISA-ISMS-P', 'Domain', 'Subdomain'],
  ['Okta-IDaaS-STIG', 'Section'],
  ['ProwlerThreatScore', 'Section', 'SubSection'],
]
for (const [family, ...keys] of levels)
  test(`no level of ${family} is only a number`, () => {
    each(family, (metadata, about) => {
      for (const key of keys) {
        const name = String(metadata[key])
        const isSpelled = /\p{Ll}{3}|IAM|etcd/u.test(name) && !/^[\w&]+\.?[\d.]*$/.test(name)
        const isWord = /^\p{L}\p{Ll}{3,}$/u.test(name)
        assert.ok(isSpelled || isWord, `${about} ${key}: ${name}`)
      }
    })
  })

test('the families of CCC have names', () => {
  each('CCC', ({ FamilyName }, about, { id }) => {
    assert.ok(
      ['Core', 'Logging', 'IAM'].includes(String(FamilyName)) || FamilyName !== id.split('.')[1],
      about,
    )
    assert.doesNotMatch(String(FamilyName), /^[A-Z]{2,}$(?<!IAM)/, about)
  })
})

test('the pillars of the ThreatScore are the four that clients draw', () => {
  const seen = new Set<unknown>()
  each('ProwlerThreatScore', ({ Section }) => seen.add(Section))
  assert.deepEqual([...seen].map(String).toSorted(), [
    '1. IAM',
    '2. Attack Surface',
    '3. Logging and Monitoring',
    '4. Encryption',
  ])
})

const chapters = [
  ['cis_2.0_aws', '1.10', '1 Identity and Access Management'],
  ['cis_6.0_aws', '2.1', '2 Identity and Access Management'],
  ['cis_2.1_azure', '1.3', '1 Identity and Access Management'],
  ['cis_3.0_azure', '2.3', '2 Identity'],
  ['cis_4.0_azure', '10.3.11', '10 Storage Services'],
  ['cis_5.0_azure', '9.3.11', '9 Storage Services'],
  ['cis_controls_8.1', '18.5', '18. Penetration Testing'],
] as const
test('a chapter of a benchmark has the name of its edition', () => {
  for (const [id, requirement, name] of chapters) {
    const found = all.find((one) => one.id === id)
    const one = found?.requirements.find((each) => each.id === requirement)
    assert.ok(found && one, id)
    assert.equal(metadataOf(found, one, words)['Section'], name, id)
  }
})

test('every attack technique has its tactics, and says which services its checks are about', () => {
  for (const one of all.filter((each) => each.framework === 'MITRE-ATTACK'))
    for (const requirement of one.requirements) {
      const { tactics = [], technique_url } = techniqueOf(one, requirement) ?? {}
      assert.ok(tactics.length > 0, requirement.id)
      assert.match(technique_url ?? '', new RegExp(`/${requirement.id}/$`))
      const metadata = metadataOf(one, requirement, words)
      const service = Object.keys(metadata).find((key) => key.endsWith('Service'))
      assert.ok(service, requirement.id)
    }
  const [other] = all.filter((each) => each.framework === 'CIS')
  assert.ok(other?.requirements[0])
  assert.equal(techniqueOf(other, other.requirements[0]), undefined)
})

test('frameworks that clients show without groups keep the facts of the catalog', () => {
  const known = new Set(Object.keys(required))
  for (const one of all.filter((each) => !known.has(each.framework)))
    for (const requirement of one.requirements)
      assert.deepEqual(metadataOf(one, requirement, words), requirement.attributes, one.id)
})
