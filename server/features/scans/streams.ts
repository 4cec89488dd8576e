import { defineEventStream, type EncodedEvent, integer, text, uuid } from '@plumbline/sse'
import type { Tx } from '../../platform/db/index.ts'
import type { Endpoint } from '../../platform/http/index.ts'
import type { Streams } from '../../platform/streams/index.ts'
import { notFound } from '@plumbline/jsonapi'
import { scanById, currentScan, type CurrentScan } from './store.ts'
import type { Listeners } from './scan-lifecycle.ts'

/** What a listener to one scan hears. Truth is behind GET /scans/{id}. */
export const scanProgress = defineEventStream({
  prefix: 'scan-progress',
  events: {
    'scan.progress': { checked: integer, total: integer },
    'scan.end': { scan_id: uuid },
    'scan.error': { code: text, detail: text, scan_id: uuid },
  },
})
export const scanChannel = scanProgress.channel // (tenantId, scanId) => the channel's name

export const scanListeners = ({ send, publishAfterCommit }: Streams): Listeners => ({
  progressed: (tenantId, scanId, { checked, total }) =>
    send(scanChannel(tenantId, scanId), 'scan.progress', { checked, total }),
  ended: (tx: Tx, scan_id) =>
    publishAfterCommit(tx, scanChannel(tx.tenantId, scan_id), 'scan.end', { scan_id }),
  errored: (tx: Tx, scan_id, { code, detail }) =>
    publishAfterCommit(tx, scanChannel(tx.tenantId, scan_id), 'scan.error', {
      code,
      detail,
      scan_id,
    }),
})

function eventsOf(scan_id: string, { state, ...scan }: CurrentScan): EncodedEvent[] {
  const { checked, total, error_code, error_detail } = scan
  if (state === 'executing') return [scanProgress.encode('scan.progress', { checked, total })]
  if (state === 'completed') return [scanProgress.encode('scan.end', { scan_id })]
  if (state !== 'failed' && state !== 'cancelled') return []
  const why = { code: error_code ?? state, detail: error_detail ?? `The scan has ${state}.` }
  return [scanProgress.encode('scan.error', { ...why, scan_id })]
}

export const scanStream = ({ listen }: Streams): Endpoint[] =>
  listen(
    '/scans/:id/event-stream',
    {
      may: 'any_member',
      stream: scanProgress,
      tag: 'Scan',
      operationId: 'scans_event_stream_list',
      summary: 'Stream the progress of a scan',
    },
    {
      channels: async ({ tx, caller, id }) => {
        const scan = await scanById(tx, id, caller)
        if (!scan) throw notFound()
        return [scanChannel(tx.tenantId, scan.id)]
      },
      /** A scan may end between a client's GET and connect: its state comes first. */
      snapshot: async ({ tx, id }) => {
        const current = await currentScan(tx, id)
        return current ? eventsOf(id, current) : []
      },
    },
  )
