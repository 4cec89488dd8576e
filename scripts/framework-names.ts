/**
 * The names of frameworks: `<name>_<version>`, with the kind of account behind it where there is one. The names that
 * clients know stay as aliases.
 */
import type { FrameworkFacts } from './framework-table.ts'

/** The version, or else the date, of frameworks whose facts have none: by the beginning of their ids. */
const versions: Readonly<Record<string, string>> = {
  aws_audit_manager_control_tower_guardrails: '2020', // in AWS Audit Manager since it began
  aws_foundational_security_best_practices: '1.0.0', // in the standard's ARN
  aws_foundational_technical_review: '2022', // the checklist of March 2022
  aws_well_architected_framework_reliability_pillar: '2024', // the whitepaper of November 2024
  aws_well_architected_framework_security_pillar: '2024',
  cisa: '2021', // Cyber Essentials
  fedramp_low_revision_4: 'Revision 4',
  fedramp_moderate_revision_4: 'Revision 4',
  ffiec: '2017', // the Cybersecurity Assessment Tool of May 2017
  gdpr: '2016/679', // the regulation's number
  gxp_21_cfr_part_11: '1997', // the final rule
  gxp_eu_annex_11: '2011',
  hipaa: '2013', // the omnibus rule
  mitre_attack: '2021', // the mappings of controls of clouds
  nis2: '2022/2555', // the directive's number
  nist_800_171_revision_2: 'Revision 2',
  nist_800_53_revision_4: 'Revision 4',
  nist_800_53_revision_5: 'Revision 5',
  rbi_cyber_security_framework: '2018', // the circular to urban cooperative banks
  soc2: '2017', // the trust services criteria
}

export interface FrameworkName {
  readonly id: string
  readonly version: string
  /** Names that it had before. */
  readonly aliases: readonly string[]
}

const plain = (version: string): string => version.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '_')

/** Throws for a framework without a known version. */
export function nameOf({ id, version: given, provider }: FrameworkFacts): FrameworkName {
  const suffix = provider === 'multi' ? '' : `_${provider}`
  const name = id.slice(0, id.length - suffix.length)
  const version = given || versions[name]
  if (!version) throw new Error(`${id} has no version; framework-names.ts does not say one.`)
  const said = plain(version)
  const isNamed =
    name.endsWith(`_${said}`) ||
    name.endsWith(`_v${said}`) ||
    said.startsWith(`${name.slice(name.lastIndexOf('_') + 1)}.`) // 4.0.1 is cis_4.0
  if (isNamed) return { id, version, aliases: [] }
  return { id: `${name}_${said}${suffix}`, version, aliases: [id] }
}
