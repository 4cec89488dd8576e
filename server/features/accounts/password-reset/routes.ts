import { join } from 'node:path'
import { forbidden, notFound } from '@plumbline/jsonapi'
import { create, type Endpoint, linkPageIn, open } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import type { AddressMails } from '../email/mails.ts'
import { makeToken } from '../invitations.ts'
import { checkOthers, checkRank } from '../rank.ts'
import { checkRecent } from '../reauthentication.ts'
import { userById } from '../store.ts'
import { newPasswordResets, passwordResets, resetConfirmation, resetRequest } from './resource.ts'
import { confirmReset } from './resetting.ts'
import * as store from './store.ts'

export interface PasswordResetParts {
  readonly now: () => number
  readonly rightsChanged: RightsChanged
  /** Null where no mail server is set. */
  readonly mails: AddressMails | null
  /** The operator's own page that links lead to; else ours. */
  readonly passwordResetUrl: string | null
}

const tag = 'Password reset'

const noMails = () =>
  notFound(
    'This server does not send email. Ask an administrator of your account for a link, or the operator to run plumbline users reset.',
  )

/** Where links lead when no page of the operator's own is set. The token is behind the #. */
export const passwordResetPage = linkPageIn(join(import.meta.dirname, 'page'), {
  path: '/password-reset',
  tag,
  operationId: 'password_reset_page',
  summary: 'Show the page for links that set a new password',
})

export const passwordResetRoutes = ({
  now,
  rightsChanged,
  mails,
  passwordResetUrl,
}: PasswordResetParts): readonly Endpoint[] => [
  open(
    passwordResets,
    '/password-resets',
    {
      draft: resetRequest,
      status: 202,
      whenFull: false,
      refusals: [404],
      tag,
      operationId: 'password_resets_create',
      summary: 'Email a link that sets a new password, if a user has the address',
    },
    async ({ input, database }) => {
      if (!mails) throw noMails()
      const email = input.email.toLowerCase()
      await mails.requestReset(database, email)
      return { id: newId(), email }
    },
  ),
  open(
    passwordResets,
    '/password-resets/confirm',
    {
      draft: resetConfirmation,
      status: 200,
      whenFull: false,
      refusals: [403],
      tag,
      operationId: 'password_resets_confirm',
      summary: 'Set a new password with the token of a link; ends all sessions',
    },
    ({ input, database, requestId }) =>
      confirmReset({ database, rightsChanged, mails, requestId }, input),
  ),
  create(
    newPasswordResets,
    '/users/:id/password-reset',
    {
      may: 'manage_users',
      tag,
      operationId: 'users_password_reset_create',
      summary: 'Make a link with which a member sets a new password; it is shown once',
    },
    async ({ tx, params, caller, base }) => {
      checkRecent(caller, now())
      const user = await userById(tx, params['id'] ?? '', false, caller.userId)
      if (!user) return undefined
      if (user.id === caller.userId) throw forbidden('To change your own password, use PATCH.')
      await checkOthers(tx, user.id)
      await checkRank(tx, caller, user.id)
      const { token, hash } = makeToken()
      const expires_at = await store.add(tx, hash, user.id, caller.userId)
      if (expires_at === null) throw forbidden('This user is inactive.')
      const page = passwordResetUrl ?? `${base}${passwordResetPage.path}`
      return { id: newId(), email: user.email, link: `${page}#token=${token}`, expires_at }
    },
  ),
  passwordResetPage,
]
