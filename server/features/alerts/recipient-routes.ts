import { join } from 'node:path'
import { conflict, notFound, parseQuery, resource } from '@plumbline/jsonapi'
import {
  create,
  type Endpoint,
  list,
  open,
  linkPageIn,
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
const nothing = resource('none', { attributes: {} })
const path = '/alerts/recipients'

/** Of mails, in the app's own words: the page that their links lead to, and what takes a click without a page. */
export const pagePath = '/alerts/subscription'
export const oneClickPath = `${path}/unsubscribe/one-click`

export const recipientRoutes = (mails: Mails): readonly Endpoint[] => [
  list(
    alertRecipients,
    path,
    { ...reads, operationId: 'alert_recipients_list', summary: 'List alert recipients' },
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
      summary: 'Add a recipient, or send the confirmation email again',
    },
    ({ tx, caller, input }) => askOne(tx, mails, caller, input.email),
  ),
  show(
    alertRecipients,
    `${path}/:id`,
    { ...reads, operationId: 'alert_recipients_retrieve', summary: 'Get an alert recipient' },
    ({ tx, id }) => store.byId(tx, id),
  ),
  remove(
    `${path}/:id`,
    {
      ...writes,
      refusals: [409],
      operationId: 'alert_recipients_destroy',
      summary: 'Delete an alert recipient',
    },
    async ({ tx, id }) => {
      const recipient = await store.byId(tx, id)
      if (!recipient) throw notFound()
      // Adding the address again would ask a recipient who has declined.
      if (recipient.status === 'unsubscribed')
        throw conflict(
          '',
          'An address that declined alerts cannot be removed, so that it stays declined.',
          'unsubscribed',
        )
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
      summary: 'Confirm alerts with the token from an email',
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
      summary: 'Unsubscribe from alerts with the token from an email',
    },
    ({ input, database }) => answer(database, input.token, store.unsubscribe),
  ),
  open(
    alertSubscriptions,
    oneClickPath,
    {
      // Mail clients post a form with one fixed value (RFC 8058); the URL contains everything needed.
      bodyOf: () => ({}),
      extra: { token },
      status: 200,
      refusals: [404],
      tag,
      operationId: 'alert_recipients_unsubscribe_one_click',
      summary: 'Unsubscribe with one click (RFC 8058)',
    },
    ({ query, database }) => answer(database, query.extra.token ?? '', store.unsubscribe),
  ),
  // Opened as a link, the address leads to the page: link scanners open it too, so it changes nothing.
  {
    method: 'GET',
    head: true,
    may: 'anonymous',
    path: oneClickPath,
    kind: 'none',
    status: 303,
    extra: { token },
    tag,
    operationId: 'alert_recipients_unsubscribe_page',
    summary: 'Redirect to the page that unsubscribes',
    async run({ base, search }) {
      const { extra } = parseQuery(nothing, search, { list: false, extra: { token } })
      // Behind the # the token is in no log and no Referer.
      const link = new URLSearchParams({ unsubscribe: extra.token ?? '' })
      return { status: 303, headers: { Location: `${base}${pagePath}#${link}` } }
    },
  },
  linkPageIn(join(import.meta.dirname, 'page'), {
    path: pagePath,
    tag,
    operationId: 'alert_subscription_page',
    summary: 'Show the page for links in alert emails',
  }),
]
