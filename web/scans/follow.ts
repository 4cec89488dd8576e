/**
 * Follows a running scan: by its event stream if the server has one, else by polling. GET /scans/{id} is authoritative,
 * so it is read after every connect and at the end; events in between only move the bar.
 */
import { listen, listenShared, type Handlers } from '@plumbline/sse/client'
import { useEffect, useState } from 'react'
import { show } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { patchRow, refetch } from '../api/hooks.ts'
import { useServer } from '../api/server.ts'
import { tenantId, token } from '../api/session.ts'
import { failed } from '../kit/toast.tsx'
import type { Progress } from './progress.ts'

export type Scan = Row<'scans'>

/** The events of the server's stream that the app handles. */
interface ScanEvents {
  readonly 'scan.progress': (progress: Progress) => void
  readonly 'scan.end': (end: { readonly scan_id: string }) => void
  readonly 'scan.error': (error: { readonly code: string; readonly detail: string }) => void
}

/** A server that is killed right after a scan ended has sent no event about it. */
const checkMs = 60_000

/** Browsers open at most six connections to an origin, and the page needs some of them. */
export const mostStreams = 2

/** Whether scans can be followed live, and otherwise the reason. */
export function useLive(): { readonly isLive: boolean; readonly because: string | null } {
  const { data } = useServer()
  if (!data) return { isLive: false, because: null }
  return data.event_streams.includes('scan-progress')
    ? { isLive: true, because: null }
    : {
        isLive: false,
        because: 'the event stream scan-progress is not enabled on this server (EVENT_STREAMS)',
      }
}

/** Refetches a scan, and updates it in every list. */
export async function renew(id: string): Promise<Scan> {
  const { row } = await show<'scans'>(`/scans/${id}`)
  patchRow('/scans', row)
  if (row.completed_at !== null) void refetch('/findings', '/overviews', '/resources')
  return row
}

export interface Followed {
  readonly progress: Progress | null
  /** True while connected to the stream. */
  readonly isConnected: boolean
}

export function useFollowed(scan: Scan, isLive: boolean, onEnded: () => void): Followed {
  // The last event; null after the connection is lost, because the list is then newer.
  const { id } = scan
  const [progress, setProgress] = useState<Progress | null>(null)
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    if (!isLive) return
    const again = (): void => {
      renew(id).catch(() => setConnected(false)) // the list’s own request reports the error
    }
    const ended = (): void => {
      again()
      onEnded()
    }
    const opened = (): void => {
      setConnected(true)
      again()
    }
    const lost = (): void => {
      setConnected(false)
      setProgress(null)
    }
    const on: ScanEvents = {
      'scan.progress': setProgress,
      'scan.end': ended,
      'scan.error': ({ code, detail }) => {
        if (code !== 'cancelled') failed(`${detail} (${code})`)
        ended()
      },
    }
    const options = {
      url: `/api/v1/scans/${id}/event-stream`,
      authorization: async () => `Bearer ${await token()}`,
      on: on as Handlers<never>,
      onOpen: opened,
      onGap: opened,
      onLost: lost,
      onStop: lost,
    }
    // Pages over plain HTTP from another machine have no Web Locks: each has a separate stream.
    const listener =
      'locks' in navigator
        ? listenShared({ ...options, name: `${tenantId()}/scan-progress/${id}` })
        : listen(options)
    const checking = setInterval(again, checkMs)
    return () => {
      clearInterval(checking)
      listener.close()
      lost()
    }
  }, [id, isLive, onEnded])
  return { progress, isConnected }
}
