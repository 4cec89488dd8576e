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
import { dangersIn } from './dangers.ts'
import type { Workflow, Workflows } from './resources.ts'

const folder = '.github/workflows'

interface Found {
  readonly repository: ListedRepository
  readonly file: Entry
}

export const collect = ({ client }: Collecting<GitHub>): Collected<Workflows> => ({
  workflows: each<Found, Workflow>(workflows(client), ({ repository, file }) => {
    const path = `${folder}/${file.name}`
    return {
      uid: fileUid(repository.id, path),
      name: `${repository.full_name}/${shown(path)}`,
      region: '',
      repository: repository.full_name,
      path: shown(path),
      dangers: read(async () => dangersOf(file, repository)),
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
    for (const file of files)
      if (file.isFile && /\.ya?ml$/i.test(file.name)) yield { repository, file }
  }
  if (gap) withhold(gap)
}

/** The limits of a workflow; GitHub itself accepts 512 KB. */
const limits = { bytes: 1_000_000, tokens: 200_000, aliases: 100, nodes: 100_000 }

const unreadable = () =>
  withhold(unread('unreadable_workflow', { outcome: 'error', action: calls['POST /graphql'] }))

function dangersOf({ text }: Entry, { full_name }: ListedRepository): readonly string[] {
  if (text === null) return unreadable()
  try {
    const workflow = readYaml(text, limits)
    // The text of a symbolic link is the name of another file.
    return isMembers(workflow) ? dangersIn(workflow, full_name.split('/')[0] ?? '') : unreadable()
  } catch (thrown) {
    if (thrown instanceof BadYaml) return unreadable()
    throw thrown
  }
}
