/**
 * The metadata of requirements as clients of the API group and show it: the facts of the catalog, with names for their
 * numbers. Texts of standards that are not free are empty, or are our own descriptions.
 */
import { checksOf, type Framework, type Requirement } from './framework.ts'
import { citation } from './law.ts'
import * as names from './section-names.ts'

export type Metadata = Readonly<Record<string, string | number | readonly string[]>>

/** The composed name and description of the requirement. */
export interface Words {
  readonly name: string
  readonly description: string
}

type Labels = (framework: Framework, requirement: Requirement, words: Words) => Metadata

/** `1` as `1. IAM`, of the pillars of the ThreatScore. */
export const threatScoreSection = (number: string): string =>
  titled(names.threatScore, number, '. ')

const titled = (known: Readonly<Record<string, string>>, number: string, mark = ' '): string => {
  const name = known[number]
  return name === undefined ? number : number + mark + name
}
const parts = (id: string, count: number): string => id.split('.').slice(0, count).join('.')
const valueOf = ({ attributes }: Requirement, key: string): string => String(attributes[key] ?? '')
const assessment = (framework: Framework, requirement: Requirement): 'Automated' | 'Manual' =>
  checksOf(framework, requirement).length > 0 ? 'Automated' : 'Manual'

/** Texts of a benchmark, which are not free. */
const noTexts = {
  RationaleStatement: '',
  ImpactStatement: '',
  RemediationProcedure: '',
  AuditProcedure: '',
  AdditionalInformation: '',
  References: '',
}

const cis: Labels = ({ providers: [provider = ''], version }, requirement, { description }) => {
  const number = parts(valueOf(requirement, 'Section'), 1)
  const edition = names.cisSections[provider]?.findLast(
    ({ from }) => Number.parseFloat(version) >= from,
  )
  return {
    Section: titled(edition?.names ?? {}, number),
    Description: description,
    ...noTexts,
    DefaultValue: '',
  }
}

const wellArchitected: Labels = (framework, requirement, { name, description }) => {
  const [question = ''] = requirement.id.split('-')
  const [area, subject] = names.wellArchitected[question] ?? [question, question]
  return {
    Name: `${requirement.id} ${name}`,
    WellArchitectedQuestionId: question,
    WellArchitectedPracticeId: requirement.id,
    Section: area,
    SubSection: `${question} ${subject}`,
    LevelOfRisk: '',
    AssessmentMethod: assessment(framework, requirement),
    Description: description,
    ImplementationGuidanceUrl: '',
  }
}

const ens: Labels = (framework, requirement, { description }) => {
  const group = valueOf(requirement, 'IdGrupoControl')
  const chapter = parts(group, 1)
  return {
    Marco: names.ens[chapter] ?? chapter,
    Categoria: names.ens[parts(group, 2)] ?? parts(group, 2),
    DescripcionControl: description,
    Dimensiones: [],
    ModoEjecucion: assessment(framework, requirement) === 'Automated' ? 'automático' : 'manual',
    Dependencias: [],
  }
}

const iso27001: Labels = ({ version }, requirement, { name, description }) => {
  const category = valueOf(requirement, 'Category')
  const known = names.iso27001[version] ?? {}
  const objective = version === '2013' ? parts(requirement.id, 3) : requirement.id
  return {
    Category: titled(known, category),
    Objetive_ID: objective,
    Objetive_Name: known[objective] ?? name,
    Check_Summary: description,
  }
}

/** The services of its checks, as the identifiers of checks begin with them. */
function servicesOf(framework: Framework, requirement: Requirement): string {
  const services = checksOf(framework, requirement).map((id) => id.split('_')[0] ?? '')
  return [...new Set(services)].toSorted().join(', ')
}
const serviceKeys: Readonly<Record<string, string>> = {
  aws: 'AWSService',
  azure: 'AzureService',
  gcp: 'GCPService',
}

const severities: Readonly<Record<string, string>> = {
  high: 'CAT I (High)',
  medium: 'CAT II (Medium)',
  low: 'CAT III (Low)',
}

/** By the name of the framework. */
const labels: Readonly<Record<string, Labels>> = {
  'ASD-Essential-Eight': (framework, requirement, { description }) => ({
    Section: titled(names.essentialEight, valueOf(requirement, 'Section')),
    MaturityLevel: 'ML1',
    CloudApplicability: assessment(framework, requirement) === 'Automated' ? 'partial' : 'limited',
    MitigatedThreats: [],
    Description: description,
    ...noTexts,
  }),
  'AWS-Well-Architected-Framework-Reliability-Pillar': wellArchitected,
  'AWS-Well-Architected-Framework-Security-Pillar': wellArchitected,
  C5: (_framework, requirement) => {
    const [family = ''] = requirement.id.split('-')
    return {
      Section: `${names.c5[family] ?? family} (${family})`,
      AboutCriteria: '',
      ComplementaryCriteria: '',
    }
  },
  CCC: (_framework, requirement, { description }) => {
    const [, catalog = ''] = requirement.id.split('.')
    return {
      FamilyName: names.ccc[catalog] ?? catalog,
      FamilyDescription: '',
      Section: parts(requirement.id, 3),
      SubSection: '',
      SubSectionObjective: description,
      Applicability: [],
      Recommendation: '',
      SectionThreatMappings: [],
      SectionGuidelineMappings: [],
    }
  },
  CIS: cis,
  'CIS-Controls': (_framework, requirement) => ({
    Section: titled(names.cisControls, valueOf(requirement, 'Section'), '. '),
  }),
  CMMC: (_framework, requirement) => {
    const [family = '', , ...source] = requirement.id.split(/\.|-/)
    return { Domain: names.cmmc[family] ?? family, SourceRequirement: source.join('.') }
  },
  'CSA-CCM': (_framework, requirement) => {
    const family = requirement.id.replace(/-\d+$/, '')
    return {
      Section: `${names.csa[family] ?? family} (${family})`,
      CCMLite: '',
      IaaS: '',
      PaaS: '',
      SaaS: '',
      ScopeApplicability: [],
    }
  },
  DORA: ({ framework }, { id }, { name }) => {
    const { place, heading } = citation(framework, id)
    return {
      Pillar: names.doraPillar(Number(/\d+$/.exec(id)?.[0])),
      Article: place,
      ArticleTitle: heading ?? name,
    }
  },
  ENS: ens,
  ISO27001: iso27001,
  'KISA-ISMS-P': (_framework, requirement) => ({
    Domain: titled(names.kisa, valueOf(requirement, 'Domain'), '. '),
    Subdomain: titled(names.kisa, parts(requirement.id, 2)),
    AuditChecklist: [],
    RelatedRegulations: [],
    AuditEvidence: [],
    NonComplianceCases: [],
  }),
  'MITRE-ATTACK': (framework, requirement) => ({
    [serviceKeys[framework.providers[0] ?? ''] ?? 'Service']: servicesOf(framework, requirement),
    Category: '',
    Value: '',
    Comment: '',
  }),
  'Okta-IDaaS-STIG': (_framework, requirement) => {
    const severity = valueOf(requirement, 'Severity')
    return {
      Section: severities[severity] ?? severity,
      RuleID: requirement.id,
      StigID: requirement.id,
    }
  },
  ProwlerThreatScore: (_framework, requirement, { name, description }) => ({
    Title: name,
    Section: threatScoreSection(valueOf(requirement, 'Section')),
    SubSection: titled(names.threatScore, valueOf(requirement, 'SubSection')),
    AttributeDescription: description,
    AdditionalInformation: '',
  }),
}

/** The metadata of a requirement. A name takes the place of a number. */
export const metadataOf: Labels = (framework, requirement, words) => ({
  ...requirement.attributes,
  ...labels[framework.framework]?.(framework, requirement, words),
})

/** Of an attack technique: its tactics, and where it is described. Undefined for other requirements. */
export const techniqueOf = ({ framework }: Framework, { id }: Requirement) =>
  framework === 'MITRE-ATTACK'
    ? {
        tactics: names.tactics[id] ?? [],
        subtechniques: [],
        platforms: [],
        technique_url: `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`,
      }
    : undefined
