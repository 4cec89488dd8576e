/** The page of a check: its purpose, its rule, its data sources, and its remediation. */
import type {
  CheckReference,
  KindReference,
  Permission,
  SettingReference,
} from '../engine/index.ts'
import { type Block, type Line, type Piece, prose } from './page.ts'

/** A framework that includes the check, with the requirements that include it. */
export interface NamedBy {
  readonly id: string
  readonly name: string
  readonly requirements: readonly string[]
}

export function checkPage(check: CheckReference, namedBy: readonly NamedBy[]): readonly Block[] {
  const { id, title, description, risk, decision, source, links } = check
  return [
    { heading: title, level: 1 },
    { line: [{ code: id }] },
    ...paragraph(description),
    ...section('Why', paragraph(risk)),
    ...section('Evaluation logic', paragraph(decision)),
    ...section('Facts', factsOf(check)),
    ...configurationOf(check.settings),
    ...readsOf(check.reads),
    ...fixOf(check),
    ...section('Frameworks', frameworkList(namedBy)),
    ...section('Links', [{ list: [source, ...links].map((link): Line => [{ link }]) }]),
  ]
}

const paragraph = (text: string): readonly Block[] => (text === '' ? [] : [{ line: prose(text) }])

const section = (heading: string, blocks: readonly Block[], level: 2 | 3 = 2): readonly Block[] =>
  blocks.length === 0 ? [] : [{ heading, level }, ...blocks]

/** Joins pieces with a separator. */
const listed = (pieces: readonly Piece[], between = ', '): Line =>
  pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))

const codes = (texts: readonly string[], between?: string): Line =>
  listed(
    texts.map((code) => ({ code })),
    between,
  )

function factsOf({
  severity,
  service,
  resource_type,
  categories,
  aliases,
}: CheckReference): readonly Block[] {
  const rows: (readonly [string, Line])[] = [
    ['Severity', [severity]],
    ['Service', [{ code: service }]],
    ['Resource type', [{ code: resource_type }]],
  ]
  if (categories.length > 0) rows.push(['Categories', [categories.join(', ')]])
  if (aliases.length > 0) rows.push(['Former IDs', codes(aliases)])
  return [{ head: ['Fact', 'Value'], rows: rows.map(([name, value]) => [[name], value]) }]
}

/** A value in the format of a configuration file. */
const written = (value: SettingReference['default']): Line =>
  value === null ? ['none'] : [{ code: JSON.stringify(value) }]

const configurationOf = (settings: readonly SettingReference[]): readonly Block[] =>
  section(
    'Configuration',
    settings.length === 0
      ? []
      : [
          {
            head: ['Key', 'Default', 'Meaning'],
            rows: settings.map((key) => [
              [{ code: key.name }],
              written(key.default),
              prose(key.about),
            ]),
          },
        ],
  )

/**
 * The API calls and permissions of a read, in two cells. Several calls may require one permission; the read decides
 * which it makes.
 */
const askedBy = (permissions: readonly Permission[]): readonly [Line, Line] => [
  listed(
    permissions
      .map(({ action, calls }) => codes(calls.length > 0 ? calls : [action], ' or '))
      .flatMap((line, at): readonly Piece[] => (at === 0 ? line : [', ', ...line])),
    '',
  ),
  codes(permissions.map(({ action }) => action)),
]

/**
 * A list that the collector creates without an API call, such as the account itself, has no row; a field without
 * permissions is returned by its list.
 */
function readsOf(reads: readonly KindReference[]): readonly Block[] {
  const rows = reads.flatMap(({ kind, by, permissions, fields }) => {
    const of: Line = by === null ? [{ code: kind }] : [{ code: kind }, ' by ', { code: by }]
    const list = permissions.length > 0 ? [[of, ['list'], ...askedBy(permissions)]] : []
    return [
      ...list,
      ...fields.map((field): readonly Line[] => [
        of,
        [{ code: field.name }],
        ...(field.permissions.length > 0
          ? askedBy(field.permissions)
          : ([['part of the list'], []] as const)),
      ]),
    ]
  })
  return section('Data sources', [
    { head: ['Resource', 'Field', 'API call', 'Permission'], rows },
    { line: ['All other fields of these resources are part of their lists.'] },
  ])
}

const none = 'Not available. Use one of the other methods.'

function fixOf({ fix }: CheckReference): readonly Block[] {
  const { text, console: steps = [], cli, terraform, url } = fix
  const code = (source: string | null, language: string): readonly Block[] =>
    source === null ? [{ line: [none] }] : [{ code: source, language }]
  return section('Remediation', [
    ...paragraph(text),
    ...section('Console', steps.length === 0 ? [] : [{ steps: steps.map(prose) }], 3),
    ...section('CLI', cli === undefined ? [] : code(cli, 'sh'), 3),
    ...section('Terraform', terraform === undefined ? [] : code(terraform, 'hcl'), 3),
    ...(url === undefined ? [] : [{ line: ['See ', { link: url }, '.'] }]),
  ])
}

/** Some checks belong to dozens of requirements of one framework. */
const mostRequirements = 6

function frameworkList(namedBy: readonly NamedBy[]): readonly Block[] {
  if (namedBy.length === 0) return []
  const lines = namedBy.map(({ id, name, requirements }): Line => {
    const shown = requirements.slice(0, mostRequirements).join(', ')
    const more = requirements.length - mostRequirements
    return [`${name} (`, { code: id }, `): ${shown}${more > 0 ? ` and ${more} more` : ''}`]
  })
  return [{ list: lines }]
}
