/**
 * The requirements of any framework as a tree. The sections are derived from the attributes, which differ between
 * frameworks.
 */
import type { Row } from '../api/documents.ts'
import { counted } from '../kit/words.ts'

export interface Requirement {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The framework's attributes: section, profile, weight and the like. */
  readonly attributes: Readonly<Record<string, string | number>>
  readonly checkIds: readonly string[]
  readonly status: Row<'compliance-requirements-details'>['status']
  readonly reason: Row<'compliance-requirements-details'>['status_reason']
  /** Required and used values, if a scan configuration is weaker. */
  readonly detail: Row<'compliance-requirements-details'>['status_detail']
  readonly checks: Row<'compliance-requirements-details'>['checks']
}

export interface Section {
  /** "Section 1", or the framework's name for it. */
  readonly title: string
  readonly requirements: readonly Requirement[]
  readonly failed: number
  readonly passed: number
  readonly manual: number
}

type Wire = Row<'compliance-requirements-attributes'>
type Detail = Row<'compliance-requirements-details'>

/** The attributes of a requirement in the API, without empty ones and those that repeat its id or texts. */
export function wireOf({ attributes, ...said }: Partial<Wire>): {
  readonly metadata: Requirement['attributes']
  readonly checkIds: readonly string[]
} {
  const { metadata, check_ids } = (attributes ?? {}) as {
    readonly metadata?: readonly Readonly<Record<string, unknown>>[]
    readonly check_ids?: readonly string[]
  }
  const { id, name, description } = said
  const repeated: readonly unknown[] = ['', id, name, description, `${id} ${name}`]
  const own = Object.entries(metadata?.[0] ?? {}).filter(
    (entry): entry is [string, string | number] =>
      (typeof entry[1] === 'string' || typeof entry[1] === 'number') &&
      !repeated.includes(entry[1]),
  )
  return { metadata: Object.fromEntries(own), checkIds: check_ids ?? [] }
}

/** Combines the texts of a framework with the statuses in the scans, in the framework's order. */
export function requirementsOf(
  words: readonly Wire[],
  details: readonly Detail[],
): readonly Requirement[] {
  const byId = new Map(words.map((one) => [one.id, one]))
  return details.map(({ id, description, status, status_reason, status_detail, checks }) => {
    const own = byId.get(id)
    const { metadata, checkIds } = wireOf(own ?? {})
    return {
      id,
      name: own?.name ?? id,
      description: own?.description ?? description,
      attributes: metadata,
      checkIds,
      status,
      reason: status_reason,
      detail: status_detail,
      checks,
    }
  })
}

/** Attributes that group requirements, outermost first. */
const levels = [
  'Pillar',
  'Domain',
  'Category',
  'FamilyName',
  'Section',
  'IdGrupoControl',
  'SubSection',
  'SubGroup',
]

/**
 * The attribute of the sections: the first that has more than one value, and fewer values than there are requirements.
 */
export function sectionKey(
  requirements: readonly Pick<Requirement, 'attributes'>[],
): string | undefined {
  return levels.find((key) => {
    const values = new Set(requirements.map(({ attributes }) => attributes[key]))
    return values.size > 1 && values.size < requirements.length
  })
}

/** Attributes that distinguish requirements and are shown next to each: all except those of the tree. */
export function shownKeys(
  requirements: readonly Pick<Requirement, 'attributes'>[],
): readonly string[] {
  const section = sectionKey(requirements)
  const keys = new Set(requirements.flatMap(({ attributes }) => Object.keys(attributes)))
  keys.delete(section ?? '')
  return [...keys]
}

/** `SubSection` → "Sub section", `LevelOfRisk` → "Level of risk". */
export const attributeWords = (key: string): string => {
  const spaced = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const titleOf = (key: string, value: string | number | undefined): string => {
  if (value === undefined) return 'Other'
  return /^[\d.]+$/.test(String(value)) ? `${attributeWords(key)} ${value}` : String(value)
}

/** 1.2 comes before 1.10. */
const natural = new Intl.Collator('en', { numeric: true })

/** Sections in natural order; a single section without a title if no attribute forms sections. */
export function sectionsOf(requirements: readonly Requirement[]): readonly Section[] {
  const key = sectionKey(requirements)
  const sorted = requirements.toSorted((a, b) => natural.compare(a.id, b.id))
  const groups = Map.groupBy(sorted, ({ attributes }) =>
    key === undefined ? '' : titleOf(key, attributes[key]),
  )
  return [...groups].map(([title, own]) => {
    const count = (status: Requirement['status']): number =>
      own.filter((one) => one.status === status).length
    return {
      title,
      requirements: own,
      failed: count('FAIL'),
      passed: count('PASS'),
      manual: count('MANUAL'),
    }
  })
}

/** The number of checks with a verdict or without resources to evaluate. */
export const judgedOf = ({ failed, passed, not_applicable }: Requirement['checks']): number =>
  failed + passed + not_applicable

const reasons: Readonly<Record<Requirement['reason'], string>> = {
  failed: 'A check failed.',
  weaker_configuration: 'A check used a weaker value than the requirement specifies.',
  all_passed: 'Every check passed or had no applicable resources.',
  partly_judged: 'Some checks passed. Others were not evaluated.',
  not_judged: 'No check was evaluated.',
  not_applicable: 'No resources exist for its checks.',
  no_checks: 'The framework has no checks for these provider types.',
  by_people: 'No check can evaluate this requirement. Verify it manually.',
}
export const reasonWords = (reason: Requirement['reason']): string => reasons[reason]

/** "2 of 7 checks": shown with every status. */
export const judgedBy = ({ checks }: Pick<Requirement, 'checks'>): string =>
  checks.named === 0 ? 'no checks' : `${judgedOf(checks)} of ${counted(checks.named, 'check')}`

/** Returns the requirements whose id, name or text contains every word. */
export function found(requirements: readonly Requirement[], text: string): readonly Requirement[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return requirements
  return requirements.filter(({ id, name, description, checkIds }) => {
    const all = [id, name, description, ...checkIds].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** The displayed requirements as rows for a spreadsheet. */
export function tableOf(
  requirements: readonly Requirement[],
): readonly (readonly (string | number)[])[] {
  const keys = [...new Set(requirements.flatMap(({ attributes }) => Object.keys(attributes)))]
  const states = ['failed', 'unread', 'excluded', 'missing', 'passed', 'not_applicable'] as const
  return [
    ['id', 'name', 'status', 'status_reason', 'checks_named', 'checks_judged', ...states, ...keys],
    ...requirements.map(({ id, name, status, reason, checks, attributes }) => [
      id,
      name,
      status,
      reason,
      checks.named,
      judgedOf(checks),
      ...states.map((state) => checks[state]),
      ...keys.map((key) => attributes[key] ?? ''),
    ]),
  ]
}
