/** An explanation as lines for a terminal; contains untrusted text as is. */
import type { Explanation, FindingRecord, ScanConfig, Threshold } from '@plumbline/scanner'
import { printableJson } from './terminal.ts'

/** A finding, wherever it was found. */
export interface Found
  extends Pick<FindingRecord, 'uid' | 'check_id' | 'status_extended' | 'region' | 'severity'> {
  readonly provider: string
  readonly account: string
  readonly resource: Pick<FindingRecord['resource'], 'uid' | 'name' | 'partition'>
  readonly status: FindingRecord['status']
  /** The status from the scan. */
  readonly rawStatus: FindingRecord['status']
  readonly isMuted: boolean
  /** When it was seen; null if unknown. */
  readonly time: Date | null
  readonly rawResult: unknown
  /** It came through a format that leaves out what is null. */
  readonly areNullsLeftOut: boolean
  readonly config: ScanConfig
  /** Why `config` may differ from what the scan used. */
  readonly configNote: string | null
}

export function explanationLines(found: Found, explained: Explanation): readonly string[] {
  const { check } = explained
  return [
    check.title,
    `${check.id}, severity ${found.severity}`,
    '',
    ...headOf(found),
    ...part('Description', [check.description, check.risk]),
    ...part('How the check decides', [check.decision]),
    ...valuesOf(explained),
    ...part('Could not be read', explained.unread.map(unreadLine)),
    ...part('Read from other resources and not stored with the finding', joinedLines(explained)),
    ...thresholdsOf(found, explained.thresholds),
    ...fixOf(explained),
    ...part('References', [check.source, ...check.links]),
  ]
}

const indented = (text: string): readonly string[] =>
  text.split('\n').map((line) => (line === '' ? '' : `  ${line}`))

/** Empty without texts. */
function part(heading: string, texts: readonly string[]): readonly string[] {
  const said = texts.filter((text) => text !== '')
  return said.length === 0 ? [] : ['', heading, ...said.flatMap(indented)]
}

function headOf({ resource, ...found }: Found): readonly string[] {
  const { uid, status, rawStatus, isMuted, time } = found
  const verdict = [
    status,
    ...(rawStatus === status ? [] : [`set by a user; the scan reported ${rawStatus}`]),
    ...(isMuted ? ['muted'] : []),
  ].join(', ')
  return [
    `Finding   ${uid}`,
    `Resource  ${resource.name === resource.uid ? '' : `${resource.name}  `}${resource.uid}`,
    `Location  account ${found.account}, ${found.region}`,
    ...(time ? [`Seen      ${time.toISOString()}`] : []),
    `Status    ${verdict}: ${found.status_extended}`,
  ]
}

const widest = 76

/** JSON on one line where it is short. */
function json(value: unknown): string {
  const short = JSON.stringify(value)
  return printableJson(short.length <= widest ? short : JSON.stringify(value, null, 2))
}

function valuesOf({ values, isRepeated, missing }: Explanation): readonly string[] {
  const heading = isRepeated
    ? 'Values that decided (checking them again gives the same status)'
    : 'Values at the time of the scan'
  const lines = values.map(({ name, value }) => `${name}: ${json(value)}`)
  const gone =
    missing.length === 0
      ? []
      : [
          `${missing.join(', ')}: not in the finding, because another scanner or version reported it.`,
        ]
  const all = [...lines, ...gone]
  return part(
    heading,
    all.length > 0 ? all : ['None: the resource exists, which is enough to decide.'],
  )
}

const unreadLine = ({ name, unread, action }: Explanation['unread'][number]): string =>
  `${name}: ${unread}${action ? `, requires ${action}` : ''}`

const joinedLines = ({ joined }: Explanation): readonly string[] =>
  joined.map(({ kind, by, fields }) => {
    const names = fields.map(({ name }) => name).join(', ')
    return `${kind} by ${by}${names === '' ? '' : `: ${names}`}`
  })

function thresholdsOf({ configNote }: Found, thresholds: readonly Threshold[]): readonly string[] {
  const shown = (value: Threshold['value']): string => (value === null ? 'none' : json(value))
  const lines = thresholds.flatMap(({ name, value, default: normal, about }) => [
    `${name}: ${shown(value)} (${json(value) === json(normal) ? 'the default' : `default ${shown(normal)}`})`,
    ...(about === '' ? [] : [`  ${about}`]),
  ])
  return part('Thresholds', lines.length > 0 && configNote ? [...lines, configNote] : lines)
}

function fixOf({ check: { fix } }: Explanation): readonly string[] {
  const { text, console: steps = [], cli, terraform, url } = fix
  return [
    ...part('How to fix it', [text]),
    ...part(
      'In the console',
      steps.map((step, at) => `${at + 1}. ${step}`),
    ),
    ...part('On the command line', [cli ?? '']),
    ...part('In Terraform', [terraform ?? '']),
    ...(url === undefined ? [] : part('Instructions of the provider', [url])),
  ]
}
