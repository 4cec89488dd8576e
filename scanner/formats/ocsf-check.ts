/** The texts about a check in an OCSF finding: what it verifies, its risk and its remediation. */
import { createHash } from 'node:crypto'
import type { CheckDescription } from '../engine/index.ts'
import type { Severity } from '../kit/index.ts'
import { at, listAt, textAt } from './ocsf-values.ts'

/** Texts of a check as a file has them. Members without a value are empty. */
export interface CheckTexts {
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly remediation: string
  /** References of the remediation: URLs, and commands as some scanners write them. */
  readonly references: readonly string[]
  readonly related_url: string
  readonly links: readonly string[]
  readonly categories: readonly string[]
  readonly notes: string
}

const longestTitle = 512
const longestText = 16_384
const longestItem = 2_048
const mostItems = 20

/** Line breaks and tabs stay. */
const controls = /[^\P{Cc}\n\t]/gu

/** Without control characters; longer texts end with an ellipsis. */
function bounded(text: string, most: number): string {
  const whole = text.slice(0, 2 * most).replaceAll(controls, '')
  const isCut = whole.length > most || text.length > 2 * most
  return (isCut ? `${whole.slice(0, most - 1)}…` : whole).toWellFormed()
}

const textOf = (record: unknown, ...path: readonly string[]): string =>
  bounded(textAt(record, ...path) ?? '', longestText)

const itemsOf = (record: unknown, ...path: readonly string[]): readonly string[] =>
  listAt(record, ...path)
    .slice(0, mostItems)
    .flatMap((item) =>
      typeof item === 'string' && item !== '' ? [bounded(item, longestItem)] : [],
    )

/** Reads the texts about the check of a finding. Never throws. */
export function checkTextsOf(record: unknown): CheckTexts {
  const categories = itemsOf(record, 'unmapped', 'categories')
  const title = textAt(record, 'finding_info', 'title') ?? ''
  return {
    title: bounded(title, longestTitle),
    // Producers repeat the title if they have no description, because the schema recommends one.
    description:
      textAt(record, 'finding_info', 'desc') === title
        ? ''
        : textOf(record, 'finding_info', 'desc'),
    risk: textOf(record, 'risk_details'),
    remediation: textOf(record, 'remediation', 'desc'),
    references: itemsOf(record, 'remediation', 'references'),
    related_url: bounded(
      textAt(record, 'unmapped', 'related_url') ?? textAt(record, 'finding_info', 'src_url') ?? '',
      longestItem,
    ),
    links: itemsOf(record, 'unmapped', 'additional_urls'),
    categories: categories.length > 0 ? categories : itemsOf(record, 'finding_info', 'types'),
    notes: textOf(record, 'unmapped', 'notes'),
  }
}

/** The number of characters of all texts. */
export const sizeOfTexts = (texts: CheckTexts): number =>
  Object.values(texts)
    .flat()
    .reduce((sum, text) => sum + text.length, 0)

const compared = [
  'title',
  'description',
  'risk',
  'remediation',
  'references',
  'related_url',
  'links',
  'categories',
  'notes',
] as const
/** The texts of a record that are compared with those of another record of its check; of a long one, its hash. */
export type ComparedTexts = readonly string[]

const longestCompared = 1_000

/** So that a file of long texts does not stay in memory. */
function comparable(value: unknown): string {
  if (typeof value === 'string' && value.length <= longestCompared) return value
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  const text = texts.filter((one) => typeof one === 'string').join('\n')
  if (text.length <= longestCompared) return text
  return createHash('sha256').update(text).digest('base64')
}

const categoriesOf = (record: unknown): readonly unknown[] => {
  const categories = listAt(record, 'unmapped', 'categories')
  return categories.length > 0 ? categories : listAt(record, 'finding_info', 'types')
}

export const comparedTexts = (record: unknown): ComparedTexts =>
  [
    at(record, 'finding_info', 'title'),
    at(record, 'finding_info', 'desc'),
    at(record, 'risk_details'),
    at(record, 'remediation', 'desc'),
    at(record, 'remediation', 'references'),
    at(record, 'unmapped', 'related_url') ?? at(record, 'finding_info', 'src_url'),
    at(record, 'unmapped', 'additional_urls'),
    categoriesOf(record),
    at(record, 'unmapped', 'notes'),
  ].map(comparable)

/** The texts that records of one check share: a text that differs is about one finding, and is left out. */
export function sharedTexts(
  texts: CheckTexts,
  before: ComparedTexts,
  other: ComparedTexts,
): CheckTexts {
  const differing = compared.filter((_, index) => before[index] !== other[index])
  if (differing.every((name) => texts[name].length === 0)) return texts
  const empty = differing.map((name) => [name, typeof texts[name] === 'string' ? '' : []])
  return { ...texts, ...Object.fromEntries(empty) }
}

/** A check that is known only from an imported file. */
export interface ImportedCheck extends CheckDescription {
  readonly imported: CheckTexts
}

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

/** Describes an imported check in the shape of the descriptions in the catalog. */
export function importedCheck(
  texts: CheckTexts,
  finding: {
    readonly check_id: string
    readonly service: string
    readonly severity: Severity
    readonly resource_type: string
  },
): ImportedCheck {
  const { references, related_url } = texts
  const urls = references.filter(isUrl)
  const [url] = urls
  return {
    id: finding.check_id,
    service: finding.service,
    severity: finding.severity,
    resource_type: finding.resource_type,
    resource_group: '',
    categories: texts.categories,
    config_keys: [],
    aliases: [],
    deprecated: false,
    title: texts.title || finding.check_id,
    description: texts.description,
    risk: texts.risk,
    decision: texts.notes,
    fix: {
      text: texts.remediation,
      cli: references.filter((one) => !isUrl(one)).join('\n') || null,
      ...(url !== undefined && { url }),
    },
    source: isUrl(related_url) ? related_url : '',
    links: [...new Set([...texts.links.filter(isUrl), ...urls])].filter(
      (one) => one !== related_url,
    ),
    imported: texts,
  }
}
