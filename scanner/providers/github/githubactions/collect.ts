import {
  type Collected,
  type Collecting,
  each,
  isUnread,
  read,
  type Unread,
  unread,
  withhold,
} from '../../../kit/index.ts'
import { BadYaml, readYaml } from '../../../yaml.ts'
import { calls, type Entry, type GitHub, type ListedRepository } from '../client.ts'
import { isMembers } from '../calls.ts'
import { fileUid } from '../uids.ts'
import { type Analysis, Analyzer } from './dangers.ts'
import type { WorkflowFile } from './flow.ts'
import type { Workflow, Workflows } from './resources.ts'

const folder = '.github/workflows'

interface Found {
  readonly repository: ListedRepository
  readonly file: Entry
  readonly analyses: Analyses
}

export const collect = ({ client }: Collecting<GitHub>): Collected<Workflows> => ({
  workflows: each<Found, Workflow>(workflows(client), ({ repository, file, analyses }) => {
    const path = `${folder}/${file.name}`
    return {
      uid: fileUid(repository.id, path),
      name: `${repository.full_name}/${shown(path)}`,
      region: '',
      repository: repository.full_name,
      path: shown(path),
      dangers: read(async () => analyses.of(file).dangers),
      unclear: read(async () => analyses.of(file).unclear),
    }
  }),
})

/** Git accepts any file name. */
const shown = (path: string): string =>
  path
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 300)
    .toWellFormed()

/**
 * Workflows of archived repositories do not run. A repository whose files are not visible makes the list incomplete.
 */
async function* workflows(client: GitHub): AsyncGenerator<Found> {
  let gap: Unread | null = null
  for await (const repository of client.repositories()) {
    if (repository.archived) continue
    const files = await client.workflows(repository)
    if (isUnread(files)) {
      gap ??= files
      continue
    }
    const all = files.filter((file) => file.isFile && /\.ya?ml$/i.test(file.name))
    const analyses = new Analyses(repository, all)
    for (const file of all) yield { repository, file, analyses }
  }
  if (gap) withhold(gap)
}

/** The limits of a workflow; GitHub itself accepts 512 KB. */
const limits = { bytes: 1_000_000, tokens: 200_000, aliases: 100, nodes: 100_000 }

const unreadable = () =>
  withhold(unread('unreadable_workflow', { outcome: 'error', action: calls['POST /graphql'] }))

/** The analyses of the workflows of a repository. Its files are parsed once, together, because they call each other. */
class Analyses {
  readonly #repository: ListedRepository
  readonly #entries: readonly Entry[]
  readonly #known = new Map<Entry, Analysis>()
  #parsed: { files: ReadonlyMap<Entry, WorkflowFile>; analyzer: Analyzer } | null = null

  constructor(repository: ListedRepository, entries: readonly Entry[]) {
    this.#repository = repository
    this.#entries = entries
  }

  /** Withholds the analysis of a file that is not a workflow. */
  of(entry: Entry): Analysis {
    const before = this.#known.get(entry)
    if (before) return before
    this.#parsed ??= this.#parse()
    const file = this.#parsed.files.get(entry)
    if (!file) return unreadable()
    const analysis = this.#parsed.analyzer.analyze(file)
    this.#known.set(entry, analysis)
    return analysis
  }

  #parse() {
    const files = new Map<Entry, WorkflowFile>()
    for (const entry of this.#entries) {
      const workflow = workflowOf(entry)
      if (workflow) files.set(entry, { path: `${folder}/${entry.name}`, workflow })
    }
    const isComplete = files.size === this.#entries.length
    return { files, analyzer: new Analyzer(this.#repository.full_name, files.values(), isComplete) }
  }
}

function workflowOf({ text }: Entry) {
  if (text === null) return null
  try {
    const workflow = readYaml(text, limits)
    // The text of a symbolic link is the name of another file.
    return isMembers(workflow) ? workflow : null
  } catch (thrown) {
    if (thrown instanceof BadYaml) return null
    throw thrown
  }
}
