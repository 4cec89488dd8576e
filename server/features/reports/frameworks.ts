/** Frameworks with a separate PDF, and how it groups their requirements. */
import {
  type Framework,
  type FrameworkEntry,
  frameworksOf,
  type Requirement,
  threatScoreSection,
} from '@plumbline/scanner/frameworks'

/** By the last step of their path, what their ids begin with before the version. */
export const printed = {
  cis: 'cis_',
  threatscore: 'prowler_threatscore_',
  ens: 'ens_',
  nis2: 'nis2_',
  csa: 'csa_ccm_',
} as const
export type Printed = keyof typeof printed

const numbersOf = ({ version }: FrameworkEntry): number[] =>
  (version.match(/\d+/g) ?? []).map(Number)

function newerFirst(a: FrameworkEntry, b: FrameworkEntry): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = left.findIndex((value, place) => value !== right[place])
  return at < 0 ? left.length - right.length : (right[at] ?? -1) - (left[at] ?? -1)
}

/** The newest edition for such an account, where there is one. */
export const printedFor = (kind: Printed, providerType: string): FrameworkEntry | undefined =>
  frameworksOf(providerType)
    // `cis_controls_8.1` is not an edition of the benchmark.
    .filter(({ id }) => id.startsWith(printed[kind]) && !id.startsWith('cis_controls_'))
    .toSorted(newerFirst)[0]

/** The section of a requirement: a section, a group of controls, a domain. */
export function sectionNameOf(
  { id }: Pick<Framework, 'id'>,
  requirement: Pick<Requirement, 'id' | 'attributes'>,
): string {
  const section = String(requirement.attributes['Section'] ?? '')
  if (id.startsWith(printed.threatscore)) return threatScoreSection(section)
  if (section !== '') return `Section ${section}`
  const group = requirement.attributes['IdGrupoControl']
  if (group !== undefined) return String(group).split('.').slice(0, 2).join('.')
  return /^[A-Z&]+(?=-\d)/.exec(requirement.id)?.[0] ?? 'Requirements'
}
