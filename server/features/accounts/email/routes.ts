import { join } from 'node:path'
import { conflict, notFound } from '@plumbline/jsonapi'
import { type Endpoint, open, linkPageIn, personal, submit } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import { users } from '../resource.ts'
import { userById } from '../store.ts'
import { confirmAddress, releaseByToken, tooManyMails } from './changing.ts'
import type { AddressMails } from './mails.ts'
import { confirmation, emailReleases, emailVerifications, release } from './resource.ts'

export interface EmailParts {
  /** Null where no mail server is set. */
  readonly mails: AddressMails | null
  readonly rightsChanged: RightsChanged
}

const may = 'any_member'
const tag = 'Email'
const path = '/users/me/email-verification'

const noMails = () =>
  notFound('This server does not send email. Ask its operator to run plumbline users verify.')

/** Where mailed links lead when no page of the operator's own is set. The token is behind the #. */
const page = linkPageIn(join(import.meta.dirname, 'page'), {
  path: '/email-verification',
  tag,
  operationId: 'email_verification_page',
  summary: 'Show the page for links in verification emails',
})

export const emailRoutes = ({ mails, rightsChanged }: EmailParts): readonly Endpoint[] => [
  submit(
    emailVerifications,
    path,
    {
      may,
      refusals: [404, 409, 429],
      tag,
      operationId: 'users_me_email_verification_create',
      summary: 'Send the email that verifies your address',
    },
    async ({ tx, caller }) => {
      const { userId } = caller
      if (!mails) throw noMails()
      const me = await userById(tx, userId, false, userId)
      if (!me) throw notFound()
      if (me.email_verified && me.pending_email === null)
        throw conflict('/data', 'Your email address is already verified.', 'verified')
      const email = me.pending_email ?? me.email
      if (!(await mails.verify(tx, { id: userId, email }))) throw tooManyMails()
      return { id: newId(), email }
    },
  ),
  personal(
    users,
    `${path}/confirm`,
    {
      may,
      draft: confirmation,
      status: 200,
      tag,
      operationId: 'users_me_email_verification_confirm',
      summary: 'Verify your email address with the token from an email',
    },
    async ({ input, caller, database, requestId }) => {
      await confirmAddress({ database, rightsChanged, requestId }, caller, input.token)
      const { tenantId, userId } = caller
      const me = await database.inTenant(tenantId, (tx) => userById(tx, userId, true, userId))
      if (!me) throw notFound()
      return me
    },
  ),
  open(
    emailReleases,
    '/email-verification/release',
    {
      draft: release,
      status: 200,
      refusals: [404],
      tag,
      operationId: 'email_releases_create',
      summary: 'Release your email address from an account that has not verified it',
    },
    ({ input, database, requestId }) =>
      releaseByToken({ database, rightsChanged, requestId }, input.token),
  ),
  page,
]
