/**
 * Downloads files of a scan with the session's token: waits while they are generated, and saves them under their own
 * names.
 */
import { create, show } from '../api/client.ts'
import { ask } from '../api/session.ts'
import { taskEnded, taskReason } from '../api/tasks.ts'
import { save } from '../kit/save.ts'
import type { Scan } from './follow.ts'

/** The reason why a scan has no report files; undefined if it has. */
export function whyNoReports({ state, is_partial, trigger }: Scan): string | undefined {
  if (is_partial) return 'None: partial scans have no reports.'
  if (trigger === 'imported') return 'None: the imported file is the report.'
  if (state === 'completed') return undefined
  return state === 'failed' || state === 'cancelled'
    ? 'None: the scan did not complete.'
    : 'Available when the scan completes.'
}

/** The generation of a file failed; the message is its task's. */
export class TaskFailed extends Error {}

/** Regenerates the report of a scan; resolves when its task has completed. */
export async function rebuilt({ id }: Pick<Scan, 'id'>): Promise<void> {
  const task = await create<'tasks'>(`/scans/${id}/report`)
  if (task) await builtBy(task.id)
}

async function builtBy(taskId: string): Promise<void> {
  const task = await taskEnded(taskId)
  if (task.state !== 'completed')
    throw new TaskFailed(
      taskReason(task) ?? 'The file could not be built. The task reports no reason.',
    )
}

const nameIn = (headers: Headers): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]

/**
 * Fetches a file and saves it; returns its name. Calls `onBuilding` if the file is still being generated, waits for the
 * task, and requests the file again. Throws errors of the API and of a failed task.
 */
export async function fetchFile(path: string, onBuilding: () => void): Promise<string> {
  for (;;) {
    const response = await ask(path, { accept: '*/*', redirect: 'manual' })
    if (response.type === 'opaqueredirect') return fetchFromStore(path)
    if (response.status !== 202) {
      const name = nameIn(response.headers) ?? 'report'
      save(await response.blob(), name)
      return name
    }
    onBuilding()
    const { data } = (await response.json()) as { data: { id: string } }
    await builtBy(data.id)
  }
}

/** A page may not follow a redirect to another site with a token, so this requests the file's URL and opens it. */
async function fetchFromStore(path: string): Promise<string> {
  const { row } = await show<'scan-report-links'>(`${path}/link`)
  if (row.url === null) throw new Error('The file has moved. Download it again.')
  const link = document.createElement('a')
  link.href = row.url
  link.click()
  return row.filename
}
