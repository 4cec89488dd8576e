/** A partial scan of the resources of some findings, to verify that they were fixed. */
import { useEffect, useState } from 'react'
import { create, list } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { useList } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import type { Chosen } from './chosen.ts'
import { reread } from './decide.ts'
import { recheckOf, replaced } from './recheck.ts'

/** The maximum number of resources of one partial scan. */
export const mostRechecked = 10

interface Props {
  readonly findings: readonly Chosen[]
  readonly onClose: () => void
}

export function RecheckDialog({ findings, onClose }: Props) {
  return (
    <Dialog title="Re-check resources" onClose={onClose}>
      {findings.length > 100 ? (
        <TooMany count={findings.length} />
      ) : (
        <Recheck findings={findings} onClose={onClose} />
      )}
    </Dialog>
  )
}

const TooMany = ({ count }: { readonly count: number }) => (
  <p>
    A re-check can include at most {mostRechecked} resources. You selected {count}. Select fewer, or
    start a full scan.
  </p>
)

const asked = {
  include: 'resources',
  'fields[findings]': 'uid,resources',
  'page[size]': 100,
} as const

function Recheck({ findings, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const live = useList<'findings'>('/findings/latest', {
    ...asked,
    'filter[id__in]': findings.map(({ id }) => id).join(','),
  })
  // A comma separates filter values, so a uid with a comma cannot be requested and is shown as excluded.
  const uids = (live.data ? replaced(findings, live.data) : [])
    .map(({ uid }) => uid)
    .filter((uid) => !uid.includes(','))
  const newer = useList<'findings'>(
    '/findings/latest',
    { ...asked, 'filter[uid__in]': uids.join(',') },
    { enabled: uids.length > 0 },
  )
  const broken = [live, newer].find(({ error }) => error)
  if (broken?.error) return <Trouble error={broken.error} retry={() => void broken.refetch()} />
  if (!live.data || (uids.length > 0 && !newer.data)) return <Loading rows={3} />
  const { resources, leftOut } = recheckOf(findings, live.data, newer.data)
  if (resources.length > mostRechecked) return <TooMany count={resources.length} />
  const byProvider = Map.groupBy(resources, ({ related }) => idOf(related['provider']))
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const tasks = await Promise.all(
        [...byProvider].map(([id, some]) =>
          create<'tasks'>('/scans', {
            type: 'scans',
            attributes: { resource_uids: some.map(({ uid }) => uid) },
            relationships: { provider: { data: { type: 'providers', id } } },
          }),
        ),
      )
      done(
        `Re-checking ${counted(resources.length, 'resource')}; the list is updated when the scan ends.`,
      )
      for (const task of tasks) if (task) void follow(task.id)
      onClose()
    } catch (error) {
      setBusy(false)
      failed(error)
    }
  }
  return (
    <>
      {resources.length === 0 ? (
        <p>None of these findings has a resource that can be scanned again.</p>
      ) : (
        <>
          <ul className="uids" aria-label="Resources">
            {resources.map(({ id, uid }) => (
              <li key={id} className="mono small">
                {uid}
              </li>
            ))}
          </ul>
          <p className="muted">
            {counted(resources.length, 'resource')} of at most {mostRechecked}. This is a partial
            scan: overviews and compliance change only with the next full scan.
          </p>
        </>
      )}
      {leftOut.length > 0 && (
        <section aria-label="Left out">
          <p>{counted(leftOut.length, 'finding is', 'findings are')} left out:</p>
          <ul className="uids">
            {leftOut.map(({ finding: { id, check_id, uid }, reason }) => (
              <li key={id} className="small">
                <span className="mono">{uid}</span> ({check_id}). {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <footer className="row end">
        <Button onClick={onClose}>{resources.length === 0 ? 'Close' : 'Cancel'}</Button>
        {resources.length > 0 && <StartButton isBusy={isBusy} onClick={() => void start()} />}
      </footer>
    </>
  )
}

/** Takes the focus when the resources have loaded. */
function StartButton({
  isBusy,
  onClick,
}: {
  readonly isBusy: boolean
  readonly onClick: () => void
}) {
  useEffect(() => document.getElementById('recheck')?.focus(), [])
  return (
    <Button id="recheck" kind="primary" isBusy={isBusy} onClick={onClick}>
      Re-check
    </Button>
  )
}

const idOf = (related: Row['related'][string]): string => [related ?? []].flat()[0]?.id ?? ''

const everyMs = 2_000
const mostMs = 600_000

/** Waits for a scan and shows its result. Users who leave find it in the list of scans. */
async function follow(taskId: string): Promise<void> {
  const until = Date.now() + mostMs
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    try {
      const [task] = (await list<'tasks'>(`/tasks/${taskId}`)).rows
      if (
        !task ||
        task.state === 'available' ||
        task.state === 'executing' ||
        task.state === 'scheduled'
      )
        continue
      await reread()
      if (task.state === 'completed') done('The re-check is complete.')
      else
        failed(new Error(`The re-check ended with state ${task.state}. See Scans for the reason.`))
    } catch (error) {
      failed(error)
    }
    return
  }
}
