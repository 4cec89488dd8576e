/** POST /notices. A feature of the product would keep them in a table; this one only says them. */
import { randomUUID } from 'node:crypto'
import { draft, resource, text } from '@plumbline/jsonapi'
import { create, type Endpoint } from '@plumbline/server/http'
import type { Streams } from '@plumbline/server/streams'
import { noticed, noticeStream } from './streams.ts'

const words = text({ min: 1, max: 1_000 })
const notice = resource('notices', { attributes: { words } })
const newNotice = draft('notices', { attributes: { words } })

const about = { tag: 'Notice', operationId: 'notices_create', summary: 'Make a notice' } as const

export const noticeRoutes = (streams: Streams): readonly Endpoint[] => [
  ...noticeStream(streams),
  create(notice, '/notices', { may: 'any_member', draft: newNotice, ...about }, async (asked) => {
    const row = { id: randomUUID(), words: asked.input.words }
    noticed(streams, asked.tx, { notice_id: row.id, words: row.words })
    return row
  }),
]
