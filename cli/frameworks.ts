/** `plumbline frameworks`: how much of each framework the written checks can judge. */
import { describeChecks } from '@plumbline/scanner'
import { checksOf, type Framework, framework, frameworks } from '@plumbline/scanner/frameworks'
import { usageLines } from './help.ts'
import { kinds } from './kinds.ts'
import { flags, say, table, UsageError } from './terminal.ts'

export async function listFrameworks(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { provider: 'value' })
  if (rest.length > 0) throw new UsageError(...usageLines('frameworks'))
  const asked = values['provider']
  const listed = frameworks.filter((one) => asked === undefined || one.providers.includes(asked))
  if (listed.length === 0)
    throw new UsageError(`There is no framework for provider kind "${asked}".`)
  const written = await writtenChecks()
  const rows = await Promise.all(
    listed.map(async ({ id }) => {
      const found = await framework(id)
      if (!found) throw new Error(`The definition of the framework ${id} is missing.`)
      const { wholly, partly, notYet, byPeople, automated } = judgedOf(found, written, asked)
      return [id, found.requirements.length, wholly, partly, notYet, byPeople, shareOf(automated)]
    }),
  )
  const head = [
    'framework',
    'requirements',
    'judged wholly',
    'partly',
    'not yet',
    'by people',
    'automated, judged',
  ]
  say(table(head, rows))
}

/** By kind of account, the checks that a scan can make. */
async function writtenChecks(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const written = new Map<string, ReadonlySet<string>>()
  for (const [kind, { provider }] of Object.entries(kinds)) {
    const checks = await describeChecks(provider)
    written.set(kind, new Set(checks.flatMap(({ id, aliases }) => [id, ...aliases])))
  }
  return written
}

interface Share {
  readonly all: number
  readonly judged: number
}

/** Empty for a framework that marks no requirement as automated. */
const shareOf = ({ all, judged }: Share): string =>
  all === 0 ? '' : `${judged} of ${all} (${Math.floor((judged / all) * 100)} %)`

/**
 * Requirements by how many of the checks that they name are written. `automated` counts those that a tool can assess
 * according to their framework, and how many of those are judged wholly.
 */
function judgedOf(
  one: Framework,
  written: ReadonlyMap<string, ReadonlySet<string>>,
  asked: string | undefined,
) {
  const counts = { wholly: 0, partly: 0, notYet: 0, byPeople: 0 }
  const automated = { all: 0, judged: 0 }
  for (const requirement of one.requirements) {
    const named = one.providers
      .filter((kind) => asked === undefined || kind === asked)
      .flatMap((kind) => checksOf(one, requirement, kind).map((id) => written.get(kind)?.has(id)))
    const made = named.filter(Boolean).length
    if (requirement.attributes['AssessmentStatus'] === 'Automated') {
      automated.all += 1
      if (named.length > 0 && made === named.length) automated.judged += 1
    }
    if (named.length === 0) counts.byPeople += 1
    else if (made === named.length) counts.wholly += 1
    else if (made > 0) counts.partly += 1
    else counts.notYet += 1
  }
  return { ...counts, automated }
}
