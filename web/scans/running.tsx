/** Running and waiting scans at the top of the list: progress, remaining time, and cancellation. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { destroy } from '../api/client.ts'
import type { Page, Row } from '../api/documents.ts'
import { heldRows, refetch, useList } from '../api/hooks.ts'
import { delayOf } from '../api/tasks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { useNow } from '../kit/elapsed.tsx'
import { duration, Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { mostStreams, renew, type Scan, useFollowed, useLive } from './follow.ts'
import { PartialTag, StateMark } from './marks.tsx'
import { about, paceMs, queuedPaceMs, secondsLeft, shownProgress } from './progress.ts'
import { ProviderLink } from './provider-name.tsx'

const query = {
  'filter[state__in]': 'available,executing',
  include: 'provider,task',
  'page[size]': 20,
}
/** The polling interval while no scan runs, to detect scans that other users start. */
const idleMs = 15_000
const ended = (): void => void refetch('/scans', '/tasks')

/** Lists may show a scan as running that ended before its stream was opened: such scans are refetched. */
function useEndings(running: readonly Scan[] | undefined): void {
  useEffect(() => {
    if (!running) return
    const isRunning = new Set(running.map(({ id }) => id))
    const passed = heldRows<'scans'>('/scans').filter(
      ({ id, state }) => (state === 'available' || state === 'executing') && !isRunning.has(id),
    )
    for (const id of new Set(passed.map(({ id }) => id))) renew(id).catch(() => {}) // refetched with the list
  }, [running])
}

export function Running() {
  const { isLive, because } = useLive()
  const [pollMs, setPollMs] = useState(idleMs)
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const running = useList<'scans'>('/scans', query, { refetchInterval: pollMs })
  useEndings(running.data?.rows)
  const rows = running.data?.rows ?? []
  const isHeard = rows.every(({ id, state }) => state !== 'executing' || heard.has(id))
  const unchanged = useUnchanged(running, shownOf)
  const queuedUnchanged = useUnchanged(running, queueOf)
  const isLost = useLasting(isLive && !isHeard)
  const runningMs = rows.length === 0 || isHeard ? idleMs : paceMs(unchanged)
  const everyMs = rows.some(isQueued)
    ? Math.min(runningMs, queuedPaceMs(queuedUnchanged))
    : runningMs
  useEffect(() => setPollMs(everyMs), [everyMs])
  const onHeard = useCallback((id: string, isConnected: boolean): void => {
    setHeard((held) => {
      if (held.has(id) === isConnected) return held
      const next = new Set(held)
      if (isConnected) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  if (rows.length === 0) return null
  const executing = rows.filter(({ state }) => state === 'executing').slice(0, mostStreams)
  return (
    <section className="running" aria-label="Running scans">
      {rows.map((scan) => (
        <RunningScan
          key={scan.id}
          scan={scan}
          provider={running.data?.included.of('providers', scan, 'provider')}
          task={running.data?.included.of('tasks', scan, 'task')}
          isLive={isLive && executing.includes(scan)}
          onHeard={onHeard}
        />
      ))}
      <Pace
        seconds={everyMs / 1_000}
        isSlower={unchanged > 0}
        because={
          because ??
          (isLost
            ? executing.every(({ id }) => heard.has(id))
              ? `only ${mostStreams} scans at a time have live updates`
              : 'the live connection is interrupted'
            : null)
        }
      />
    </section>
  )
}

const isQueued = ({ state }: Scan): boolean => state === 'available'
const shownOf = (rows: readonly Scan[]): string =>
  rows.map(({ id, state, progress }) => `${id} ${state} ${progress}`).join()
/** Ignores the progress of running scans: an unchanged queue is refetched less often. */
const queueOf = (rows: readonly Scan[]): string =>
  rows.map(({ id, state }) => `${id} ${state}`).join()

/** The number of consecutive equal responses, compared by `textOf`. A failed request counts as an equal response. */
function useUnchanged(
  {
    data,
    dataUpdatedAt,
    errorUpdatedAt,
  }: Pick<UseQueryResult<Page<'scans'>>, 'data' | 'dataUpdatedAt' | 'errorUpdatedAt'>,
  textOf: (rows: readonly Scan[]) => string,
): number {
  const [unchanged, setUnchanged] = useState(0)
  const text = data && textOf(data.rows)
  const last = useRef(text)
  useEffect(() => {
    setUnchanged((held) => (last.current === text ? held + 1 : 0))
    last.current = text
  }, [text, dataUpdatedAt, errorUpdatedAt])
  return unchanged
}

const lastsMs = 3_000

/** True if the condition has been true for `lastsMs`: a connection that is being opened is not lost. */
function useLasting(holds: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!holds) return
    const timer = setTimeout(() => setLasts(true), lastsMs)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [holds])
  return lasts
}

/** The update interval of the numbers, and the reason; nothing while updates are live. */
function Pace({
  seconds,
  isSlower,
  because,
}: {
  readonly seconds: number
  readonly isSlower: boolean
  readonly because: string | null
}) {
  if (!because) return null
  return (
    <p className="muted small" role="status">
      Updated every {seconds} seconds{isSlower && ', less often while nothing changes'}: {because}.
    </p>
  )
}

interface RunningScanProps {
  readonly scan: Scan
  readonly provider: Row<'providers'> | undefined
  readonly task: Row<'tasks'> | undefined
  readonly isLive: boolean
  readonly onHeard: (id: string, isConnected: boolean) => void
}

function RunningScan({ scan, provider, task, isLive, onHeard }: RunningScanProps) {
  const { id } = scan
  const { progress, isConnected } = useFollowed(scan, isLive, ended)
  useEffect(() => {
    onHeard(id, isConnected)
    return () => onHeard(id, false)
  }, [id, isConnected, onHeard])
  const now = useNow()
  const { fraction, counts } = shownProgress(progress, scan.progress)
  const left = secondsLeft(scan.started_at, fraction, now)
  const percent = Math.floor(fraction * 100)
  const delay = task && delayOf(task)
  const waitsFor = Number(task?.metadata['scans_ahead'] ?? 0)
  return (
    <article className="running-scan" aria-label={scan.name ?? 'Scan'}>
      <div className="row">
        <StateMark state={scan.state} />
        <strong>
          <ProviderLink provider={provider} />
        </strong>
        {scan.name && <span>{scan.name}</span>}
        <PartialTag scan={scan} />
        <span className="running-actions row">
          {scan.state === 'executing' && (
            <Link href={`/findings?filter[scan]=${scan.id}`}>Findings so far</Link>
          )}
          <CancelScan scan={scan} provider={provider} />
        </span>
      </div>
      {scan.state === 'executing' ? (
        <>
          <div
            className="bar"
            role="progressbar"
            aria-label="Scan progress"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ transform: `scaleX(${fraction})` }} />
          </div>
          <p className="muted small row">
            <span className="mono">
              {counts
                ? `${number(counts.checked)} of ${number(counts.total)} · ${percent} %`
                : `${percent} %`}
            </span>
            {scan.started_at && (
              <span>running for {duration((now - Date.parse(scan.started_at)) / 1_000)}</span>
            )}
            {left !== undefined && <span>{about(left)} left</span>}
            {isConnected && <span>live</span>}
          </p>
          {delay && <p className="small">{delay}</p>}
        </>
      ) : (
        <p className="muted small">
          Queued <Time at={scan.inserted_at} />.{' '}
          {waitsFor > 0
            ? `Waiting for ${counted(waitsFor, 'scan')} of this provider: one scan runs at a time.`
            : 'It starts when a worker is available.'}
        </p>
      )}
    </article>
  )
}

/** Cancels a scan through its task. Results that it has recorded are kept. */
export function CancelScan({
  scan,
  provider,
}: {
  readonly scan: Scan
  readonly provider: Row<'providers'> | undefined
}) {
  const [isAsking, setAsking] = useState(false)
  const refusal = unless(
    useMe(),
    scan.trigger === 'imported' ? 'manage_ingestions' : 'manage_scans',
  )
  const task = [scan.related['task'] ?? []].flat()[0]
  if (!task) return null
  const cancel = async (): Promise<void> => {
    await destroy(`/tasks/${task.id}`)
    setAsking(false)
    done('Scan canceled.')
    await refetch('/scans', '/tasks')
  }
  return (
    <>
      <Button
        icon="stop"
        aria-disabled={refusal !== undefined}
        title={refusal}
        onClick={() => refusal ?? setAsking(true)}
      >
        Cancel
      </Button>
      {isAsking && (
        <Confirm
          title={`Cancel the scan of ${provider?.alias ?? provider?.uid ?? 'the provider'}?`}
          onClose={() => setAsking(false)}
          action="Cancel scan"
          onConfirm={cancel}
        >
          <p>
            Findings so far are kept. Overviews and compliance keep showing the last completed scan.
          </p>
        </Confirm>
      )}
    </>
  )
}
