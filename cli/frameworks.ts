/** `plumbline frameworks`: how much of each framework the checks that there are can judge. */
import { describeChecks } from '@plumbline/scanner'
import { checksOf, type Framework, framework, frameworks } from '@plumbline/scanner/frameworks'
import { kinds } from './kinds.ts'
import { flags, say, table, UsageError } from './terminal.ts'

export async function listFrameworks(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { provider: 'value' })
  if (rest.length > 0) throw new UsageError('Usage: plumbline frameworks [--provider aws]')
  const asked = values['provider']
  const listed = frameworks.filter((one) => asked === undefined || one.providers.includes(asked))
  if (listed.length === 0) throw new UsageError(`No framework is about accounts of kind ${asked}.`)
  const written = await writtenChecks()
  const rows = await Promise.all(
    listed.map(async ({ id }) => {
      const found = await framework(id)
      if (!found) throw new Error(`The framework ${id} is in the index only.`)
      const { wholly, partly, notYet, byPeople } = judgedOf(found, written, asked)
      return [id, found.requirements.length, wholly, partly, notYet, byPeople]
    }),
  )
  const head = ['framework', 'requirements', 'judged wholly', 'partly', 'not yet', 'by people']
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

/** Requirements by how many of the checks that they name are written. */
function judgedOf(
  one: Framework,
  written: ReadonlyMap<string, ReadonlySet<string>>,
  asked: string | undefined,
) {
  const counts = { wholly: 0, partly: 0, notYet: 0, byPeople: 0 }
  for (const requirement of one.requirements) {
    const named = one.providers
      .filter((kind) => asked === undefined || kind === asked)
      .flatMap((kind) => checksOf(one, requirement, kind).map((id) => written.get(kind)?.has(id)))
    const made = named.filter(Boolean).length
    if (named.length === 0) counts.byPeople += 1
    else if (made === named.length) counts.wholly += 1
    else if (made > 0) counts.partly += 1
    else counts.notYet += 1
  }
  return counts
}
