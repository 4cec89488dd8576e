/** Notices of a tenant, heard by everybody in it the moment they are made. */
import type { Tx } from '@plumbline/server/http'
import type { Streams } from '@plumbline/server/streams'
import { defineEventStream, type EventsOf, type Payload, text, uuid } from '@plumbline/sse'

export const notices = defineEventStream({
  prefix: 'notices',
  events: { 'notice.created': { notice_id: uuid, words: text } },
})
const channel = (tenantId: string) => notices.channel(tenantId, 'all')

type Created = Payload<EventsOf<typeof notices>['notice.created']>
export const noticed = ({ publishAfterCommit }: Streams, tx: Tx, notice: Created) =>
  publishAfterCommit(tx, channel(tx.tenantId), 'notice.created', notice)

const named = { tag: 'Notice', operationId: 'notices_event_stream_list', summary: 'Stream notices' }
const about = { may: 'any_member', stream: notices, ...named } as const
export const noticeStream = ({ listen }: Streams) =>
  listen('/notices/event-stream', about, { channels: async ({ tx }) => [channel(tx.tenantId)] })
