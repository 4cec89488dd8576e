import { join } from 'node:path'
import { conflict, notFound } from '@plumbline/jsonapi'
import {
  create,
  type Endpoint,
  list,
  open,
  pageIn,
  remove,
  show,
} from '../../platform/http/index.ts'
import { answer, askOne, type Mails } from './asking.ts'
import * as store from './recipient-store.ts'
import {
  alertRecipients,
  alertSubscriptions,
  recipientDraft,
  subscriptionDraft,
  token,
} from './resource.ts'

const reads = { may: 'any_member', tag: 'Alert' } as const
const writes = { may: 'manage_alerts', tag: 'Alert' } as const
const { tag } = reads
const path = '/alerts/recipients'

/** Of mails, in the app's own words: the page that their links lead to, and what takes a click without a page. */
export const pagePath = '/alerts/subscription'
export const oneClickPath = `${path}/unsubscribe/one-click`

export const recipientRoutes = (mails: Mails): readonly Endpoint[] => [
  list(
    alertRecipients,
    path,
    { ...reads, operationId: 'alert_recipients_list', summary: 'Addresses that alerts go to' },
    ({ tx, query }) => store.page(tx, query),
  ),
  create(
    alertRecipients,
    path,
    {
      ...writes,
      draft: recipientDraft,
      refusals: [409, 429],
      operationId: 'alert_recipients_create',
      summary: 'Ask an address whether it wants alerts, for the first time or again',
    },
    ({ tx, caller, input }) => askOne(tx, mails, caller, input.email),
  ),
  show(
    alertRecipients,
    `${path}/:id`,
    { ...reads, operationId: 'alert_recipients_retrieve', summary: 'One address' },
    ({ tx, id }) => store.byId(tx, id),
  ),
  remove(
    `${path}/:id`,
    {
      ...writes,
      refusals: [409],
      operationId: 'alert_recipients_destroy',
      summary: 'Send no more alerts to an address',
    },
    async ({ tx, id }) => {
      const recipient = await store.byId(tx, id)
      if (!recipient) throw notFound()
      // Whoever made it anew would ask somebody again who wants to be left alone.
      if (recipient.status === 'unsubscribed')
        throw conflict('', 'It is kept that this address wants no alerts.', 'unsubscribed')
      return store.remove(tx, id)
    },
  ),
  open(
    alertSubscriptions,
    `${path}/confirm`,
    {
      draft: subscriptionDraft,
      status: 200,
      refusals: [404],
      tag,
      operationId: 'alert_recipients_confirm',
      summary: 'Agree to alerts, by the token of a mail',
    },
    ({ input, database }) => answer(database, input.token, store.confirm),
  ),
  open(
    alertSubscriptions,
    `${path}/unsubscribe`,
    {
      draft: subscriptionDraft,
      status: 200,
      refusals: [404],
      tag,
      operationId: 'alert_recipients_unsubscribe',
      summary: 'Want no more alerts, by the token of a mail',
    },
    ({ input, database }) => answer(database, input.token, store.unsubscribe),
  ),
  open(
    alertSubscriptions,
    oneClickPath,
    {
      // What programs that show mails post is a form of one word, and says nothing that the address does not.
      bodyOf: () => ({}),
      extra: { token },
      status: 200,
      refusals: [404],
      tag,
      operationId: 'alert_recipients_unsubscribe_one_click',
      summary: 'The same, for programs that show mails (RFC 8058)',
    },
    ({ query, database }) => answer(database, query.extra.token ?? '', store.unsubscribe),
  ),
  pageIn(join(import.meta.dirname, 'page'), {
    path: pagePath,
    tag,
    operationId: 'alert_subscription_page',
    summary: 'The page that links of alerts lead to',
  }),
]
